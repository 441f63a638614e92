"""Evaluate expressions of YAQL as Heat does.

    yaql_values.py < ASKED.json       [[EXPRESSION, DATA], ...]

Prints one JSON array: for each {"is": VALUE} or {"refused": TEXT}.
"""

import json
import sys

sys.dont_write_bytecode = True

from heat.engine.hot import functions


def main():
    print(json.dumps([answer(expression, data) for expression, data in json.load(sys.stdin)]))


def answer(expression, data):
    try:
        return {'is': functions.Yaql(None, 'yaql', {'expression': expression, 'data': data}).result()}
    except Exception as error:
        return {'refused': '%s: %s' % (type(error).__name__, error)}


main()
