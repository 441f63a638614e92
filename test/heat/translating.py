"""The properties of resources as their classes read them: translated, with defaults and types applied."""

from heat.engine import constraints
from heat.engine import environment
from heat.engine import function
from heat.engine import properties
from heat.engine import resources as plugins
from heat.engine import rsrc_defn

import symbols
from resolving import Failed, attempt, values

# Whether a network of some name exists only a cloud could tell.
constraints.CustomConstraint.validate = lambda self, value, schema=None, context=None: None

# The properties in which a group holds the definition of its members.
_MEMBERS = {'OS::Heat::ResourceGroup': 'resource_def', 'OS::Heat::AutoScalingGroup': 'resource'}
_CHAIN = 'OS::Heat::ResourceChain'


def know(aliases):
    """Add other names of types to the registry, as Heat's default environment does: {alias: type}."""
    plugins.initialise()
    symbols._environment = environment.Environment({'resource_registry': aliases})


def resources(stack):
    """Name to what its class reads, for every enabled resource of a stack definition."""
    return {name: _read(stack.resource_definition(name)) for name in sorted(stack.enabled_rsrc_names())}


def unknown(stack):
    """The names of resources whose type this Heat release does not have."""
    return [name for name in sorted(stack.enabled_rsrc_names())
            if symbols.resource_class(stack.resource_definition(name).resource_type) is None]


def _read(definition):
    # The type of a member may be computed.
    cls = symbols.resource_class(definition.resource_type) if isinstance(definition.resource_type, str) else None
    if cls is None:
        return {'type': values(definition.resource_type), 'properties': values(definition._properties)}
    data = definition._properties or {}
    read = {'type': _name(cls), 'properties': _translated(cls, data)}
    member = _MEMBERS.get(definition.resource_type)
    if isinstance(data, dict) and isinstance(data.get(member), dict):
        read['properties'].pop(member, None)
        read['member'] = _read(_member(definition, data[member]))
    if definition.resource_type == _CHAIN and isinstance(data.get('resources'), list):
        read['properties']['resources'] = [_class_of(one) for one in data['resources']]
    return read


def _class_of(type_name):
    cls = symbols.resource_class(type_name) if isinstance(type_name, str) else None
    return values(type_name) if cls is None else _name(cls)


def _member(definition, data):
    return rsrc_defn.ResourceDefinition(definition.name, data.get('type', ''), properties=data.get('properties'))


def _name(cls):
    """One name for classes that differ in nothing but their status."""
    return next((base.__name__ for base in cls.__mro__[1:] if _is_same(cls, base)), cls.__name__)


def _is_same(cls, base):
    own = {name for name in vars(cls) if not name.startswith('__')}
    return base.__module__.startswith('heat.engine.resources') and own <= {'support_status', 'hidden_msg'}


def _translated(cls, data):
    """Every property of the class's schema that has a value, or the error that Heat gives."""
    held = properties.Properties(cls.properties_schema, data, function.resolve, section='Properties')
    rules = attempt(lambda: cls.translation_rules(_instance(cls, held), held))
    if isinstance(rules, Failed):
        return {'(rules)': rules}
    held.update_translation(rules or [])
    refused = attempt(held.validate)
    if isinstance(refused, Failed):
        return {'(refused)': refused}
    found = {name: attempt(lambda name=name: held[name]) for name in cls.properties_schema}
    return {name: _plain(value) for name, value in found.items() if value is not None}


def _plain(value):
    """Without the entries that are null: those that Heat translated away, and those that nobody gave."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items() if inner is not None}
    return [_plain(inner) for inner in value] if isinstance(value, list) else value


def _instance(cls, held):
    """A resource that can say its rules and nothing else."""
    made = object.__new__(cls)
    made.client_plugin = lambda *names: _Plugin()
    made.properties = held
    return made


class _Plugin:
    """Finds for each name an id that tells the kind of what was looked for."""

    def __getattr__(self, name):
        if name.isupper():
            return name
        return lambda *asked: '<<%s:%s>>' % (name, ':'.join(map(str, asked)))
