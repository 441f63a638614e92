#!/usr/bin/python3
"""Record what OpenStack Heat finds under each kind of key in each kind of value: writes steps.json beside this file.

Each class that takes a path has rules of its own: `GetParam`, `select_from_attribute` (behind `get_attr`), `Select`.
Needs Debian's python3-heat (recorded with 19.0.0), so run it with /usr/bin/python3.
"""

import json
import pathlib

from heat.engine import attributes
from heat.engine.cfn import functions as cfn
from heat.engine.hot import functions as hot

HERE = pathlib.Path(__file__).resolve().parent

CONTAINERS = [
    [], ['a', 'b'], [['x'], {'k': 1}], [None, ''], {}, {'a': 1, '0': 'zero', '1': None, '': 'empty', '1.0': 'one'},
    {'0': ['x']}, None, '', 'abc', '["x", "y"]', '{"k": 1, "0": "zero"}', '5', 0, 5, 1.5, True, False,
]
KEYS = [
    0, 1, -1, -3, 2, '0', '1', '-1', '+1', ' 1 ', '1_0', '0_1', '01', '1.0', 'a', 'k', 'x', '', None, True, False, 0.0,
    1.0, 1.7, -1.0, [], ['a'], {}, {'a': 1},
]


def get_param(container, key):
    call = hot.GetParam(None, 'get_param', ['p', 'c', key])
    call.parameters = {'p': {'c': container}}
    return call.result()


CLASSES = {
    'get_param': get_param,
    'get_attr': lambda container, key: attributes.select_from_attribute(container, [key]),
    'Fn::Select': lambda container, key: cfn.Select(None, 'Fn::Select', [key, container]).result(),
}


def found(name, container, key):
    try:
        return {'value': CLASSES[name](container, key)}
    except Exception as error:
        return {'error': type(error).__name__}


def main():
    lines = [json.dumps([name, container, key, found(name, container, key)])
             for name in CLASSES for container in CONTAINERS for key in KEYS]
    (HERE / 'steps.json').write_text('[\n%s\n]\n' % ',\n'.join(lines))
    print('%d steps' % len(lines))


if __name__ == '__main__':
    main()
