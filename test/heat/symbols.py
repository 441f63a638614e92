"""What a template refers to but only a cloud could tell, as symbolic values.

`Ref`/`get_resource` of X is the text `<<ref:X>>`; attribute a of X is `<<attr:X:a>>` in the shape
that Heat's resource class declares for it (text, list, map, number).  Heat's own StackDefinition
asks for these through its `resource_data` argument, so nothing in Heat is patched for it.
"""

import json
import zlib

from heat.common import identifier
from heat.engine import attributes
from heat.engine import environment
from heat.engine import resource
from heat.engine import resources
from heat.engine import rsrc_defn
from heat.engine import stk_defn

# ResourceDefinition hashes its properties by copying them, and in Heat 19.0.0 the copy of a two-item
# `if` whose condition is false fails (Macro.__reduce__ in heat/engine/function.py, repaired later).
# The hash only serves look-ups that do not happen here.
rsrc_defn._hash_data = lambda data: 0

STACK = identifier.HeatIdentifier('0123456789abcdef0123456789abcdef', 'sample-stack',
                                  '11111111-2222-3333-4444-555555555555')
ZONES = ('<<az:0>>', '<<az:1>>', '<<az:2>>')

# In these types a path after the attribute is asked of every member (get_attribute of
# heat/engine/resources/openstack/heat/resource_group.py and its neighbours).
GROUPS = ('OS::Heat::ResourceGroup', 'OS::Heat::AutoScalingGroup', 'OS::Heat::ResourceChain')
# But for `refs`: this one gives all references whatever the path, the others select from them.
AUTOSCALING_GROUP = 'OS::Heat::AutoScalingGroup'

# How many items lists in attributes have: more than any index that the templates at hand use, for
# beyond a list Fn::Select gives '' and get_attr null, and no list that is in use is that short.
items = 3

_classes = {}
_environment = None


def resource_class(resource_type):
    """Heat's class for a resource type, or None when Heat does not know it (or it is a template)."""
    global _environment
    if _environment is None:
        resources.initialise()
        _environment = environment.Environment({})
    if resource_type not in _classes:
        _classes[resource_type] = None
        if not is_template_type(resource_type):
            try:
                _classes[resource_type] = _environment.get_class(resource_type)
            except Exception:
                pass
    return _classes[resource_type]


def is_template_type(resource_type):
    """Whether a resource type is the name of a template; Heat would fetch it."""
    return resource_type.endswith(('.yaml', '.yml', '.template', '.json')) or '://' in resource_type


class OpenMap(dict):
    """A map attribute that has an entry for every key, as text that names the key.

    `keys` are there from the start, for those who copy the map (yaql) or write it as JSON.
    """

    def __init__(self, label, keys=('key',)):
        super().__init__({key: '<<%s:%s>>' % (label, key) for key in keys})
        self.label = label

    def __missing__(self, key):
        return '<<%s:%s>>' % (self.label, key)

    def get(self, key, default=None):
        return self[key]


class SymbolicData:
    """Stands for heat.engine.node_data.NodeData of one resource.

    `shape` is 'typed' (as the class declares), 'null' (nothing known yet) or 'json' (text that
    holds a JSON map with `keys`).
    """

    action, status = 'CREATE', 'COMPLETE'

    def __init__(self, name, resource_type, shape, keys):
        self.name = name
        self.resource_type = resource_type
        self.shape = shape
        self.keys = keys

    def reference_id(self):
        return '<<ref:%s>>' % self.name

    def attributes(self):
        return OpenMap('attrs:%s' % self.name)

    def attribute(self, attribute):
        path = []
        if isinstance(attribute, tuple):
            attribute, *path = attribute
        if path and self.resource_type in GROUPS and attribute != 'refs':
            steps = ':'.join(str(step) for step in path)
            return ['<<attr:%s:%s:member %d:%s>>' % (self.name, attribute, n, steps) for n in range(2)]
        value = self._whole(attribute)
        walks = path and self.resource_type != AUTOSCALING_GROUP
        return attributes.select_from_attribute(value, path) if walks else value

    def attribute_names(self):
        cls = resource_class(self.resource_type)
        return list(cls.attributes_schema) + list(cls.base_attributes_schema) if cls else []

    def _whole(self, attribute):
        label = 'attr:%s:%s' % (self.name, attribute)
        declared = self._declared_type(attribute)
        if self.shape == 'null':
            return None
        if self.shape == 'json' and declared in (None, 'String'):
            return json.dumps({key: '<<%s:%s>>' % (label, key) for key in self.keys})
        if declared == 'List' or self.resource_type in GROUPS:
            return ['<<%s:%d>>' % (label, n) for n in range(items)]
        if declared == 'Map':
            return OpenMap(label, self.keys)
        if declared in ('Integer', 'Number'):
            return zlib.crc32(label.encode()) % 9000 + 1000
        return True if declared == 'Boolean' else '<<%s>>' % label

    def _declared_type(self, attribute):
        if attribute == 'show':
            return 'Map'
        cls = resource_class(self.resource_type)
        schema = cls.attributes_schema.get(attribute) if cls else None
        return schema.type if schema else None


class AnyName(frozenset):
    """A set of attribute names that has every name."""

    def __contains__(self, name):
        return True


class _Proxy(stk_defn.ResourceProxy):
    __slots__ = ('names',)

    @property
    def attributes_schema(self):
        return self.names


class _Parent:
    """The resource that a template used as a type stands for, as Fn::ResourceFacade sees it."""

    name = 'parent'

    class t:
        _update_policy = {'<<facade:UpdatePolicy>>': '<<facade:value>>'}

        @staticmethod
        def deletion_policy():
            return 'Retain'

    def __init__(self, keys):
        self._keys = keys

    def metadata_get(self):
        return OpenMap('facade:Metadata', self._keys)


class SymbolicStack(stk_defn.StackDefinition):
    """A stack definition without a cloud behind it."""

    def __init__(self, template, shape='typed', keys=(), strict_attributes=False):
        self._keys = keys or ('key',)
        super().__init__(None, template, STACK, {}, _Parent(self._keys))
        self._zones = list(ZONES)
        self._shape = shape
        self._strict = strict_attributes

    def __getitem__(self, name):
        definition = self.resource_definition(name)
        data = SymbolicData(name, definition.resource_type, self._shape, self._keys)
        proxy = _Proxy(name, definition, data)
        proxy.names = self._names_of(data) if self._strict else AnyName()
        return proxy

    @staticmethod
    def _names_of(data):
        cls = resource_class(data.resource_type)
        # A class with its own get_attribute takes names that no schema lists (nested outputs).
        if cls is None or cls.get_attribute is not resource.Resource.get_attribute:
            return AnyName()
        return frozenset(data.attribute_names())
