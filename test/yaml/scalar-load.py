#!/usr/bin/env python3
"""Loads YAML texts as Heat does: a JSON array of texts on standard input, on standard output an array of
{"value": ...} or {"error": "..."} in the same order. Needs PyYAML with LibYAML."""
import json
import sys

import yaml


class HeatLoader(yaml.CSafeLoader):
    """As in heat/common/template_format.py: dates and times stay text."""


def construct_text(loader, node):
    return loader.construct_scalar(node)


HeatLoader.add_constructor('tag:yaml.org,2002:str', construct_text)
HeatLoader.add_constructor('tag:yaml.org,2002:timestamp', construct_text)


def load(text):
    try:
        return {'value': yaml.load(text, Loader=HeatLoader)}
    except Exception as error:
        return {'error': '%s: %s' % (type(error).__name__, error)}


if __name__ == '__main__':
    json.dump([load(text) for text in json.load(sys.stdin)], sys.stdout)
