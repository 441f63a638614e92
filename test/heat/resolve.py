#!/usr/bin/python3
"""Resolve templates with OpenStack Heat in samples that somebody else has chosen.

    resolve.py < REQUEST.json

The request is a list of {"path", "samples", "types", "parameters", "parameter_defaults"}: a sample as
src/semantics/sample.ts has it, `types` the attribute types by resource type, the rest from an environment.  One line of JSON per template comes back: a list with what Heat
makes of it in each sample, or {"<error>": class} where Heat refuses it.  Needs Debian's python3-heat.

Symbols are those of src/heat/values/value.ts and src/semantics/attributes.ts, so that both sides can be
compared text by text.
"""

import json
import logging
import sys

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import identifier
from heat.engine import attributes
from heat.engine import stk_defn

import reading
import resolving
import symbols  # noqa: F401 (repairs a fault of Heat 19 on import)

# heat/engine/resources/openstack/heat: resource_group.py, resource_chain.py, autoscaling_group.py (get_attribute)
GROUPS = ('OS::Heat::ResourceGroup', 'OS::Heat::ResourceChain', 'OS::Heat::AutoScalingGroup')
NEEDS_PATH = {'OS::Heat::ResourceGroup': ('attributes',), 'OS::Heat::ResourceChain': ('attributes',),
              'OS::Heat::AutoScalingGroup': ('outputs', 'outputs_list')}
PATHLESS = ('refs_map', 'removed_rsrc_list')


def symbol(name):
    return '\x01%s\x02' % name


class Reference(str):
    """The reference of a member: nothing can be selected from it."""


class OpenMap(dict):
    """A map attribute that has an entry for every text key."""

    def __init__(self, label, keys):
        super().__init__({key: symbol('%s:%s' % (label, key)) for key in keys})
        self.label = label

    def __missing__(self, key):
        if not isinstance(key, str):
            raise KeyError(key)
        return symbol('%s:%s' % (self.label, key))

    def get(self, key, default=None):
        return self[key] if isinstance(key, str) else super().get(key, default)


class Data:
    """Stands for heat.engine.node_data.NodeData of one resource."""

    action, status = 'CREATE', 'COMPLETE'

    def __init__(self, name, resource_type, sample, types):
        self.name, self.resource_type, self.sample = name, resource_type, sample
        self.known = resource_type in types
        self.types = types.get(resource_type, {})
        if sample['attributes'] == 'null':
            self.action = 'INIT'

    def reference_id(self):
        return cloud_text('ref:%s' % self.name, self.sample)

    def attributes(self):
        return OpenMap('attrs:%s' % self.name, self.sample['keys'])

    def attribute(self, attribute):
        path = []
        if isinstance(attribute, tuple):
            attribute, *path = attribute
        if self.sample['attributes'] == 'null':
            return None
        wanting = attribute in NEEDS_PATH.get(self.resource_type, ())
        if not isinstance(attribute, str) or (wanting and not path):
            raise KeyError(attribute)
        label = 'attr:%s:%s' % (self.name, attribute)
        if attribute.startswith('resource.') and attribute.count('.') == 1 and (self.resource_type in GROUPS or not self.known):
            member = attribute.split('.')[1]
            if not path:
                return Reference(symbol('attr:%s:refs_map:%s' % (self.name, member)))
            return walk(symbol('attr:%s:%s:%s' % (self.name, path[0], member)), path[1:])
        if path and (wanting or self._asks_members(attribute)):
            return [walk(symbol('%s:%d' % (label, n)), path) for n in range(self.sample['items'])]
        whole = self._whole(label, attribute)
        ignored = attribute in PATHLESS or (attribute == 'refs' and self.resource_type == GROUPS[2])
        return whole if self.resource_type in GROUPS and ignored else walk(whole, path)

    def _asks_members(self, attribute):
        return self.resource_type in GROUPS[:2] and attribute != 'refs' and attribute not in PATHLESS

    def _whole(self, label, attribute):
        declared = 'map' if attribute == 'show' else self.types.get(attribute)
        shape = self.sample['attributes']
        if declared == 'list':
            return list_of(label, self.sample['items'])
        if declared == 'map':
            return OpenMap(label, self.sample['keys'])
        if declared in ('integer', 'number'):
            return number_for(label)
        if declared == 'boolean':
            return shape == 'typed'
        if declared != 'string':
            if self.resource_type in GROUPS or shape == 'lists':
                return list_of(label, self.sample['items'])
            if shape == 'maps':
                return OpenMap(label, self.sample['keys'])
        if shape == 'json':
            return json.dumps({key: symbol('%s:%s' % (label, key)) for key in self.sample['keys']})
        return cloud_text(label, self.sample)


def cloud_text(label, sample):
    if not sample['delimiters']:
        return symbol(label)
    return ''.join(delimiter.join(symbol('%s:%d' % (label, n)) for n in range(max(6, sample['items']))) for delimiter in sample['delimiters'])


def list_of(label, items):
    return [symbol('%s:%d' % (label, n)) for n in range(items)]


def number_for(label):
    total = 0
    for char in label:
        total = (total * 31 + ord(char)) % 9000
    return total + 1000


def walk(value, path):
    """select_from_attribute, but a step into a symbol is a symbol."""
    for step in path:
        if not isinstance(step, (str, int)):
            return None
        if isinstance(value, Reference):
            return None
        if isinstance(value, str) and value.startswith('\x01') and value.endswith('\x02'):
            value = symbol('%s:%s' % (value[1:-1], step_text(step)))
            continue
        value = _select(value, [step])
        if value is None:
            return None
    return value


def step_text(step):
    return {True: 'true', False: 'false'}[step] if isinstance(step, bool) else str(step)


_select = attributes.select_from_attribute
# The functions of Heat that select by themselves have to know symbols, too.
attributes.select_from_attribute = walk


class _Proxy(stk_defn.ResourceProxy):
    __slots__ = ()


class _Parent:
    """The resource that a template used as a type stands for."""

    name = 'parent'

    class t:
        _update_policy = {symbol('facade:update_policy'): symbol('facade:value')}

        @staticmethod
        def deletion_policy():
            return 'Retain'

    def __init__(self, keys):
        self._keys = keys

    def metadata_get(self):
        return OpenMap('facade:metadata', self._keys)


class Stack(stk_defn.StackDefinition):
    """A stack definition without a cloud behind it, in one sample."""

    def __init__(self, template, sample, types):
        pseudo = sample['pseudo']
        stack = identifier.HeatIdentifier(pseudo['project'], pseudo['stackName'], pseudo['stackId'])
        super().__init__(None, template, stack, {}, _Parent(sample['keys']))
        self._zones = [symbol('zone:%d' % n) for n in range(sample['items'])]
        self._sample, self._types = sample, types

    def __getitem__(self, name):
        definition = self.resource_definition(name)
        return _Proxy(name, definition, Data(name, definition.resource_type, self._sample, self._types))


class Files(dict):
    """Every file holds its name."""

    def get(self, name, default=None):
        return symbol('file:%s' % name)


class Loaded(resolving.LoadedTemplate):
    """A template, resolved in samples instead of worlds."""

    def __init__(self, data, request):
        super().__init__(data, {}, defaults=request['parameter_defaults'])
        self.types = request['types']
        self.parameters = request['parameters']

    def template(self, parameters=None):
        made = super().template(parameters)
        made.files = Files()
        made._template_files = Files()
        return made

    def in_sample(self, sample):
        known = set(self.template().param_schemata())
        given = {**self.parameters, **sample['parameters']}
        made = self.template({name: value for name, value in given.items() if name in known})
        stack = Stack(made, sample, self.types)
        # Heat loads the resources first; whether a name is one depends on their conditions only then.
        enabled = resolving.attempt(stack.enabled_rsrc_names)
        outputs = resolving.attempt(stack.enabled_output_names)
        failed = [part for part in (enabled, outputs) if isinstance(part, resolving.Failed)]
        return {
            'parameters': {name: resolving.attempt(parameter.value) for name, parameter in stack.parameters.params.items()
                           if name in known},
            'conditions': resolving.attempt(resolving.conditions, made, stack),
            'resources': enabled if failed[:1] == [enabled] else {
                name: resource(stack.resource_definition(name)) for name in sorted(enabled)},
            'disabled': [] if failed[:1] == [enabled] else sorted(stack.all_rsrc_names() - set(enabled)),
            'outputs': outputs if isinstance(outputs, resolving.Failed) else {
                name: resolving.output(stack.output_definition(name)) for name in sorted(outputs)},
        }


def resource(definition):
    """The resource without its condition, and with all that it waits for in one list."""
    resolved = resolving.resource(definition)
    del resolved['condition'], resolved['depends_on']
    return resolved


def plain(value):
    """As JSON can carry it: failures and maps with other keys than text are marked."""
    if isinstance(value, resolving.Failed):
        return {'<error>': str(value)[len('error: '):], '<reason>': value.reason[:200]}
    if isinstance(value, dict):
        if all(isinstance(key, str) for key in value):
            return {key: plain(one) for key, one in value.items()}
        return {'<entries>': [[plain(key), plain(one)] for key, one in value.items()]}
    if isinstance(value, (list, tuple, set)):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, (str, int, float)) else {'<other>': type(value).__name__}


def answer(request):
    try:
        data = reading.TemplateFile(request['path']).data
        loaded = Loaded(data, request)
        loaded.template().param_schemata()
    except Exception as error:
        return plain(resolving.Failed(error))
    return [plain(resolving.attempt(loaded.in_sample, sample)) for sample in request['samples']]


def main():
    for request in json.load(sys.stdin):
        print(json.dumps(answer(request)), flush=True)


if __name__ == '__main__':
    main()
