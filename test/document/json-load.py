#!/usr/bin/env python3
"""Reads JSON texts with Python's decoder: a JSON array of texts on standard input; on standard output, for each,
null where Python refuses it and else the value, each scalar as its type and its str(), with a blank between."""
import json
import sys


def shown(value):
    if isinstance(value, dict):
        return {key: shown(item) for key, item in value.items()}
    if isinstance(value, list):
        return [shown(item) for item in value]
    return '%s %s' % (type(value).__name__.replace('NoneType', 'null'), value)


def load(text):
    try:
        return shown(json.loads(text))
    except (ValueError, RecursionError):
        return None


if __name__ == '__main__':
    json.dump([load(text) for text in json.load(sys.stdin)], sys.stdout)
