#!/usr/bin/python3
"""Say by means of OpenStack Heat whether changed templates differ from their originals.

One JSON request per line comes in, one answer per line goes out:

    {"load": TEXT}                   {"data": DATA} as Heat reads it, or {"refused": WHY}
    {"before": TEXT, "after": TEXT}  {"verdict": "differs", "how": KIND, "where": PATH, "world": NAME,
                                      "values": [ONE, OTHER]}, {"verdict": "same", "worlds": COUNT} or
                                     {"verdict": "refused", "why": WHY} when Heat refuses the original

In DATA a list is ["list", ITEMS] and a mapping ["map", [[KEY, VALUE], ...]],
and what JSON has no number for ["number", "inf"].  Templates differ when in
some world (witnesses.py) Heat makes something of the original and something else, or nothing, of the
changed one; where Heat cannot compute the original, the changed one may do anything.  What takes longer than
PATIENCE seconds is refused.  Needs Debian's python3-heat, so run it with /usr/bin/python3.
"""

import json
import logging
import math
import os
import signal
import sys

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))

from heat.common import identifier
from heat.common import template_format
from heat.engine import attributes
from heat.engine import function
from heat.engine import properties

import comparing
import reading
import resolving
import symbols
import validating
import witnesses


PATIENCE = 15
OTHER = identifier.HeatIdentifier('fedcba9876543210fedcba9876543210', 'other-stack',
                                  '99999999-8888-7777-6666-555555555555')


class Data(symbols.SymbolicData):
    """One resource in one world of `witnesses.Witnesses`."""

    def __init__(self, name, resource_type, world, chosen):
        super().__init__(name, resource_type, 'typed', ('key',))
        self._world, self._chosen = world, chosen
        if not world.ready:
            self.action = 'INIT'

    def attribute(self, attribute):
        if not self._world.ready:
            return None
        path = []
        if isinstance(attribute, tuple):
            attribute, *path = attribute
        if self.resource_type in symbols.GROUPS:
            return self._of_members(attribute, path)
        if attribute == 'show' or not isinstance(attribute, str):
            return super().attribute((attribute, *path) if path else attribute)
        value = self._chosen.attribute(self._world, ('attribute', self.name, attribute), self.resource_type)
        return attributes.select_from_attribute(value, path) if path else value

    def _of_members(self, attribute, path):
        label = ':'.join(map(str, (self.name, attribute, *path)))
        if isinstance(attribute, str) and attribute.startswith('resource.'):
            return '<<%s>>' % label
        found = ['<<%s:%d>>' % (label if attribute != 'refs' else '%s:refs' % self.name, n)
                 for n in range(self._world.items)]
        walks = attribute == 'refs' and self.resource_type != symbols.AUTOSCALING_GROUP
        return attributes.select_from_attribute(found, path) if path and walks else found


class Stack(symbols.SymbolicStack):
    """A stack definition in one world."""

    def __init__(self, template, world, chosen):
        super().__init__(template)
        if world.project != 'first':
            self.parameters = template.parameters(OTHER, template.env.params, template.env.param_defaults)
        self._world, self._chosen = world, chosen

    def __getitem__(self, name):
        definition = self.resource_definition(name)
        data = Data(name, definition.resource_type, self._world, self._chosen)
        proxy = symbols._Proxy(name, definition, data)
        proxy.names = symbols.AnyName()
        return proxy


class Files(dict):
    """Every file is there."""

    def __init__(self, world, chosen):
        super().__init__()
        self._world, self._chosen = world, chosen

    def get(self, name, default=None):
        return self._chosen.file(self._world, name)


class Loaded(resolving.LoadedTemplate):
    """A template, resolved in the worlds of `chosen`."""

    def __init__(self, data, chosen=None):
        super().__init__(data, {})
        self.chosen = chosen
        self._known = None

    def stack(self, world, strict_attributes=False):
        if self._known is None:
            self._known = set(self.template().param_schemata())
        known = self._known
        made = self.template({name: value for name, value in world.parameters.items() if name in known})
        made.files = made._template_files = Files(world, self.chosen)
        return made, Stack(made, world, self.chosen)

    def resolve_part(self, world, path):
        """What Heat builds in this world, of one resource or output if nothing else can have changed."""
        made, stack = self.stack(world)
        part, name = (path[0], path[1]) if len(path) > 2 else (None, None)
        if part == 'resources' and path[2] in ('properties', 'Properties', 'metadata', 'Metadata'):
            if name not in stack.enabled_rsrc_names():
                return {'disabled': [name]}
            return {'resources': {name: _resource(stack.resource_definition(name))}}
        if part == 'outputs':
            if name not in stack.enabled_output_names():
                return {'disabled': [name]}
            return {'outputs': {name: resolving.output(stack.output_definition(name))}}
        whole = self.resolve(world)
        del whole['conditions']
        for one in whole['resources'].values():
            del one['condition'], one['depends_on']
        return whole


def _resource(definition):
    resolved = resolving.resource(definition)
    del resolved['condition'], resolved['depends_on']
    return resolved


def load(text):
    """The data of a template that Heat takes."""
    data = template_format.parse(text)
    loaded = Loaded(data)
    schemata = loaded.template().param_schemata()
    loaded.chosen = witnesses.Witnesses(data, data, schemata)
    base = loaded.chosen.base()
    errors = validating.language_errors(loaded, base)
    if errors:
        return {'refused': errors[0]}
    loaded.resolve(base)
    return {'data': _encoded(data)}


def _encoded(data):
    if isinstance(data, dict):
        return ['map', [[_encoded(key), _encoded(value)] for key, value in data.items()]]
    if isinstance(data, list):
        return ['list', [_encoded(one) for one in data]]
    if isinstance(data, float) and not math.isfinite(data):
        return ['number', str(data)]
    return data if isinstance(data, (str, int, float, bool, type(None))) else str(data)


def judge(before_text, after_text):
    """The verdict on a pair of texts."""
    before = Loaded(reading.as_sent(template_format.parse(before_text)))
    schemata = before.template().param_schemata()
    after = resolving.attempt(lambda: Loaded(reading.as_sent(template_format.parse(after_text))))
    if isinstance(after, resolving.Failed):
        return _difference('refused', 'template', 'taken', after, 'declarations')
    declared = resolving.attempt(lambda: after.template().param_schemata())
    both = {**(declared if isinstance(declared, dict) else {}), **schemata}
    before.chosen = after.chosen = witnesses.Witnesses(before.data, after.data, both, both.keys() - schemata.keys())
    base = before.chosen.base()
    errors = validating.language_errors(before, base)
    if errors:
        return {'verdict': 'refused', 'why': errors[0]}
    errors = validating.language_errors(after, base)
    if errors:
        failure = _always(before)
        if failure:
            return {'verdict': 'refused', 'why': failure}
        return _difference('refused', 'template', 'taken', errors[0], 'declarations')
    found = _declarations(before, after)
    if found:
        return found
    before.data, after.data = (before.chosen.pruned(one.data) for one in (before, after))
    return _worlds(before, after)


def _always(loaded):
    """What fails in every world, so that there is never a stack; '' where everything can be built in one of them."""
    failure = ''
    for world in loaded.chosen.worlds():
        failure = _failure(resolving.attempt(loaded.resolve, world))
        if not failure:
            break
    return failure


def _failure(built):
    """The first failure in what Heat builds."""
    if isinstance(built, resolving.Failed):
        return '%s: %s' % (built, built.reason)
    parts = built.values() if isinstance(built, dict) else built if isinstance(built, list) else ()
    return next((failure for failure in map(_failure, parts) if failure), '')


def _declarations(before, after):
    found = comparing.Differences(reading.Renames([]))
    sides = [one.template() for one in (before, after)]
    # A mapping may become a json parameter.
    comparing.compare_parameters(found, *map(resolving.parameters, sides),
                                 allow_new='Mappings' in before.data)
    found.values('description', *(side[side.DESCRIPTION] for side in sides), 'declaration')
    for entry in found.all():
        if entry['kind'] not in ('constraint-order', 'new-parameter'):
            return _difference('declaration', entry['path'], entry['before'], entry['after'], 'declarations')
    return None


def _worlds(before, after):
    count = refused = 0
    for world in before.chosen.worlds():
        count += 1
        one = resolving.attempt(before.resolve_part, world, before.chosen.path)
        if isinstance(one, resolving.Failed):
            refused += 1
            continue
        other = resolving.attempt(after.resolve_part, world, before.chosen.path)
        if isinstance(other, resolving.Failed):
            return _difference('value-to-error', 'template', 'resolves', other.reason, world)
        _convert(one, other)
        _forget_new(one, other)
        found = comparing.Differences(reading.Renames([]))
        found.values('', one, other, world.name)
        for entry in found.all():
            if entry['kind'] in ('value', 'value-to-error', 'null-before-ready'):
                return _difference(entry['kind'], entry['path'], entry['before'], entry['after'], world)
    return {'verdict': 'same', 'worlds': count, 'failing': refused}


def _convert(one, other):
    """Put into `other` the properties of `one` that Heat converts to the same, as it does '1' and 1."""
    resources = [side.get('resources', {}) for side in (one, other)]
    for name in resources[0].keys() & resources[1].keys():
        before, after = (side[name] for side in resources)
        if before['type'] != after['type'] or not all(isinstance(side['properties'], dict) for side in (before, after)):
            continue
        sides = [side['properties'] for side in (before, after)]
        for key in sides[0].keys() & sides[1].keys():
            raw = [side[key] for side in sides]
            if repr(raw[0]) != repr(raw[1]) and _shape(raw[0]) == _shape(raw[1]):
                converted = [resolving.attempt(_converted, before['type'], key, value) for value in raw]
                if not any(isinstance(value, resolving.Failed) for value in converted) and _same(*converted):
                    sides[1][key] = raw[0]


def _forget_new(one, other):
    """Leave out the values of parameters that only the changed template declares: declarations have been compared."""
    values = [side.get('parameter values', {}) for side in (one, other)]
    for name in values[1].keys() - values[0].keys():
        del values[1][name]


def _converted(resource_type, key, value):
    """What the property of a resource makes of a value; raises when the type is not known or refuses it."""
    schema = symbols.resource_class(resource_type).properties_schema
    return properties.Properties(schema, {key: value}, function.resolve)[key]


def _same(one, other):
    return type(one) is type(other) and json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _shape(value):
    if isinstance(value, dict):
        return {key: _shape(one) for key, one in value.items()}
    return [_shape(one) for one in value] if isinstance(value, list) else None


def _difference(how, where, one, other, world):
    shown = [str(value)[:300] for value in (one, other)]
    answer = {'verdict': 'differs', 'how': how, 'where': where, 'values': shown,
              'world': world if isinstance(world, str) else world.name}
    if not isinstance(world, str):
        answer['given'] = {name: str(value)[:200] for name, value in world.parameters.items()}
    return answer


class TooSlow(BaseException):
    """Not an Exception, which those who try things out would catch."""


def _give_up(*_):
    raise TooSlow('more than %d s' % PATIENCE)


def answer(request):
    signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        return load(request['load']) if 'load' in request else judge(request['before'], request['after'])
    except (Exception, TooSlow) as error:
        why = '%s: %s' % (type(error).__name__, error)
        return {'refused': why} if 'load' in request else {'verdict': 'refused', 'why': why}
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def main():
    signal.signal(signal.SIGPROF, _give_up)
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == '__main__':
    main()
