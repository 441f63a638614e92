"""Records resource types of the installed Heat as src/heat/facts/resource-types.jsonl holds them.

    python3 resource_types.py < names

Takes a name on each line and prints a line of JSON for each name that this Heat has as a class: its support status,
attributes, properties and update policy, and whether a snapshot can be taken when it is deleted. What is Heat's default
is left out.
"""
import json
import logging
import sys

from oslo_config import cfg

logging.disable(logging.CRITICAL)
cfg.CONF([], project='heat', default_config_files=[])

from heat.common import exception  # noqa: E402
from heat.engine import attributes, environment, properties, resources  # noqa: E402

CONSTRAINTS = {
    'Range': lambda one: ('range', {'min': one.min, 'max': one.max}),
    'Length': lambda one: ('length', {'min': one.min, 'max': one.max}),
    'AllowedValues': lambda one: ('allowed_values', {'values': list(one.allowed)}),
    'AllowedPattern': lambda one: ('allowed_pattern', {'pattern': one.pattern}),
    'CustomConstraint': lambda one: ('custom_constraint', {'name': one.name}),
}


def support(status):
    own = {}
    if status.status != 'SUPPORTED':
        own['status'] = status.status.lower()
    if status.version is not None:
        own['version'] = status.version
    if status.message is not None:
        own['message'] = status.message
    if status.previous_status is not None:
        own['previous'] = support(status.previous_status)
    return own


def constraint(one):
    kind, details = CONSTRAINTS[type(one).__name__](one)
    return {'kind': kind, **{key: value for key, value in details.items() if value is not None}}


def schema(one):
    """Of a `heat.engine.properties.Schema`; what is Heat's default is left out."""
    own = {}
    if one.type != 'String':
        own['type'] = one.type.lower()
    if one.required:
        own['required'] = True
    if one.update_allowed:
        own['updateAllowed'] = True
    if one.immutable:
        own['immutable'] = True
    if one.allow_conversion:
        own['allowConversion'] = True
    if not one.implemented:
        own['implemented'] = False
    if one.default is not None:
        own['default'] = one.default
    constraints = [constraint(each) for each in one.constraints]
    if constraints:
        own['constraints'] = constraints
    if support(one.support_status):
        own['support'] = support(one.support_status)
    inner = one.schema
    if inner is not None:
        if '*' in inner and len(inner) == 1:
            own['items'] = schema(inner['*'])
        else:
            own['schema'] = {key: schema(inner[key]) for key in sorted(inner)}
    return own


def attribute(one):
    own = {}
    if one.type != 'String':
        own['type'] = 'unknown' if one.type is None else one.type.lower()
    if one.cache_mode != 'cache_local':
        own['cache'] = one.cache_mode.replace('cache_', '')
    if support(one.support_status):
        own['support'] = support(one.support_status)
    return own


def resource_type(name, cls):
    own = {'name': name}
    if support(cls.support_status):
        own['support'] = support(cls.support_status)
    if hasattr(cls, 'handle_snapshot_delete'):
        own['snapshotDeletion'] = True
    parts = {
        'attributes': (attribute, attributes.schemata(cls.attributes_schema)),
        'properties': (schema, properties.schemata(cls.properties_schema)),
        'updatePolicy': (schema, properties.schemata(cls.update_policy_schema)),
    }
    for part, (record, schemata) in parts.items():
        if schemata:
            own[part] = {key: record(schemata[key]) for key in sorted(schemata)}
    return own


def main():
    resources.initialise()
    registry = resources.global_env().registry
    for name in sys.stdin.read().split():
        try:
            info = registry.get_resource_info(name)
        except exception.EntityNotFound:
            continue
        if isinstance(info, environment.ClassResourceInfo):
            print(json.dumps(resource_type(name, info.get_class())))


if __name__ == '__main__':
    main()
