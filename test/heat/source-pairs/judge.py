"""Say what Heat makes of values in worlds: one process for all of them.

    judge.py < ASKED.json

ASKED: {"templates": {NAME: TEMPLATE}, "worlds": {NAME: [{"parameters": {..}, "attributes": {"RESOURCE ATTRIBUTE": VALUE}, "ready": true}, ...]},
        "values": [{"of": NAME, "value": JSON, "in": [INDEX OF A WORLD, ...], "needs": BOOLEAN}, ...]}

Prints one line for each value: a JSON list with what it is in each of its worlds, as JSON of ["value", VALUE, DEPENDENCIES] or
["refused", WHY]; dependencies are asked for by "needs".  Values are parsed, validated and resolved as those of a property.  Needs Debian's python3-heat.
"""

import json
import logging
import os
import sys

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))

from heat.common import config  # noqa: F401, registers the options that yaql reads
from heat.engine import attributes
from heat.engine import environment
from heat.engine import function
from heat.engine import template

import symbols


class Data(symbols.SymbolicData):
    """A resource whose attributes are those of the world."""

    def __init__(self, name, resource_type, world):
        super().__init__(name, resource_type, 'typed', ('key',))
        self._world = world
        if not world['ready']:
            self.action = 'INIT'

    def attribute(self, attribute):
        path = []
        if isinstance(attribute, tuple):
            attribute, *path = attribute
        if not self._world['ready']:
            return None
        value = self._world['attributes'].get('%s %s' % (self.name, attribute))
        return attributes.select_from_attribute(value, path) if path else value


class Stack(symbols.SymbolicStack):
    """A stack definition in one world."""

    def __init__(self, made, world):
        super().__init__(made)
        self._world = world

    def __getitem__(self, name):
        definition = self.resource_definition(name)
        data = Data(name, definition.resource_type, self._world)
        proxy = symbols._Proxy(name, definition, data)
        proxy.names = symbols.AnyName()
        return proxy


def main():
    asked = json.load(sys.stdin)
    worlds = {name: [_stack(data, world) for world in asked['worlds'][name]] for name, data in asked['templates'].items()}
    for one in asked['values']:
        print(json.dumps([_outcome(worlds[one['of']][index], one) for index in one['in']]), flush=True)


def _stack(data, world):
    made = template.Template(data, env=environment.Environment({'parameters': world['parameters']}))
    return Stack(made, world)


def _outcome(stack, asked):
    try:
        parsed = stack.t.parse(stack, json.loads(asked['value']))
        function.validate(parsed)
        resolved = function.resolve(parsed)
        needed = {str(getattr(one, 'name', one)) for one in function.dependencies(parsed)} if asked['needs'] else ()
        return json.dumps(['value', _plain(resolved), sorted(needed)], sort_keys=True)
    except Exception as error:
        return json.dumps(['refused', '%s: %s' % (type(error).__name__, str(error)[:80])])


def _plain(value):
    """As Heat sends it; what no JSON can hold is refused there."""
    return json.loads(json.dumps(value))


if __name__ == '__main__':
    main()
