#!/usr/bin/python3
"""Every property of every class of Heat, changed in every way, and what `Resource.update` makes of it.

    update_matrix.py [part of a type's name] > answers

Each line is a JSON object: `name`, `before` and `after` (templates as text), `outcome` (see update_decisions.py), `calls`
(what the handler asks of clients), and `broken` where a handler cannot go on over mocked clients.
A pair that Heat refuses to load is counted on the last line, by its reason, and not judged.
"""

import collections
import json
import sys

import update_decisions

from heat.common import exception
from heat.engine import properties
from heat.engine import resources

SAMPLES = {
    'net_cidr': ('10.0.0.0/24', '10.0.1.0/24'),
    'ip_addr': ('10.0.0.1', '10.0.0.2'),
    'ip_or_cidr': ('10.0.0.1', '10.0.0.2'),
    'mac_addr': ('aa:bb:cc:dd:ee:01', 'aa:bb:cc:dd:ee:02'),
    'cron_expression': ('* * * * *', '1 * * * *'),
    'timezone': ('UTC', 'Europe/Oslo'),
    'dns_domain': ('example.com.', 'example.org.'),
    'dns_name': ('some', 'other'),
    'expiration': ('2099-01-01T00:00:00', '2099-02-01T00:00:00'),
    'iso_8601': ('PT1M', 'PT2M'),
}


def values(schema, depth=0):
    """Two values that a schema takes."""
    kind = schema.type
    for one in schema.constraints:
        name = type(one).__name__
        if name == 'AllowedValues':
            allowed = list(one.allowed)
            pair = (allowed[0], allowed[-1])
            return ([pair[0]], [pair[1]]) if kind == 'List' else pair
        if name == 'Range' and kind in ('Integer', 'Number'):
            low = one.min if one.min is not None else (one.max - 1 if one.max is not None else 1)
            return low, low + 1 if one.max is None or low + 1 <= one.max else low
        if name == 'CustomConstraint' and kind == 'String' and one.name in SAMPLES:
            return SAMPLES[one.name]
        if name == 'Length' and kind == 'String':
            size = one.min or min(one.max or 8, 8)
            return 'a' * max(1, size), 'b' * max(1, size)
        if name == 'AllowedPattern':
            return PATTERNS.get(one.pattern, ('a', 'b'))
    if kind == 'List':
        inner = schema.schema
        if inner is None or depth > 3:
            return ['a'], ['b']
        one, other = values(inner['*'], depth + 1)
        return [one], [other]
    if kind == 'Map':
        inner = schema.schema
        if inner is None or depth > 3:
            return {'a': 'b'}, {'a': 'c'}
        if '*' in inner:
            one, other = values(inner['*'], depth + 1)
            return {'k': one}, {'k': other}
        full = {key: values(one, depth + 1) for key, one in inner.items() if one.required}
        if not full:
            full = {key: values(one, depth + 1) for key, one in list(sorted(inner.items()))[:1]}
        one = {key: pair[0] for key, pair in full.items()}
        return one, {key: pair[1] for key, pair in full.items()}
    return {'Integer': (1, 2), 'Number': (1, 2), 'Boolean': (True, False)}.get(kind, ('one', 'two'))


PATTERNS = {}


def spelled(value):
    """The same value as somebody else writes it; None where there is no other spelling."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return str(value)
    return None


def ways(schema, depth=0):
    """What may change in a value: pairs of a name, and the value before and after; ABSENT for none."""
    one, other = values(schema)
    yield 'changed', one, other
    if not schema.required:
        yield 'added', ABSENT, one
        yield 'removed', one, ABSENT
        yield 'nulled', one, None
        yield 'null for none', ABSENT, None
    if schema.default is not None:
        yield 'default written', ABSENT, schema.default
        yield 'default spelled', ABSENT, spelled(schema.default)
        yield 'default removed', schema.default, ABSENT
        yield 'default for null', None, schema.default
    if spelled(one) is not None:
        yield 'spelled', one, spelled(one)
        if schema.type == 'Number':
            yield 'as a fraction', one, float(one)
    if isinstance(one, str) and one.isdigit():
        yield 'as a number', one, int(one)
    inner = schema.schema
    if inner is None or depth > 1:
        return
    if schema.type == 'List':
        yield 'emptied', one, []
        yield 'empty for none', ABSENT, []
        if one != other:
            yield 'turned round', one + other, other + one
        for name, before, after in ways(inner['*'], depth + 1):
            if before is not ABSENT and after is not ABSENT:
                yield '[0] ' + name, [before], [after]
    elif schema.type == 'Map' and '*' not in inner:
        yield 'emptied', one, {}
        for key, entry in sorted(inner.items()):
            rest = {name: value for name, value in one.items() if name != key}
            for name, before, after in ways(entry, depth + 1):
                yield '.%s %s' % (key, name), with_entry(rest, key, before), with_entry(rest, key, after)


ABSENT = object()


def with_entry(entries, key, value):
    return entries if value is ABSENT else {**entries, key: value}


def required(schemata):
    return {name: values(one)[0] for name, one in schemata.items() if one.required}


def text(name, given):
    return json.dumps({'heat_template_version': '2018-08-31', 'resources': {'r': {'type': name, 'properties': given}}})


# Two templates for a stack of another Heat, that take the values which the matrix gives.
TEMPLATES = tuple(
    json.dumps({
        'heat_template_version': '2018-08-31',
        'description': one,
        'parameters': {'a': {'type': 'string', 'default': one}},
    })
    for one in ('one', 'two')
)

# Without these a class refuses what its schema takes.
NEEDED = {
    'OS::Nova::Server': {'image': 'one'},
    'OS::Cinder::Volume': {'size': 1},
    'OS::Neutron::Subnet': {'cidr': '10.0.0.0/24'},
    'OS::Neutron::RouterInterface': {'subnet': 'one'},
    'OS::Neutron::RouterGateway': {'network': 'one'},
    'OS::Heat::Stack': {'template': TEMPLATES[0]},
}

# Values of one property that its schema cannot tell: a Heat elsewhere refuses what is no template.
OF_PROPERTIES = {('OS::Heat::Stack', 'template'): TEMPLATES}


def cases(name, cls):
    schemata = properties.schemata(cls.properties_schema)
    base = {**required(schemata), **NEEDED.get(name, {})}
    for key, schema in sorted(schemata.items()):
        if not schema.implemented:
            continue
        rest = {other: value for other, value in base.items() if other != key}
        for way, before, after in ways_of(name, key, schema):
            pair = [text(name, with_entry(rest, key, value)) for value in (before, after)]
            if pair[0] != pair[1] or way == 'changed':
                yield '%s %s %s' % (name, key, way), pair


def ways_of(name, key, schema):
    pair = OF_PROPERTIES.get((name, key))
    return ways(schema) if pair is None else [('changed', *pair)]


def judged(before, after):
    old, new = [update_decisions.stack_of(one, {}) for one in (before, after)]
    for stack, generation in ((old, 1), (new, 1)):
        update_decisions.known(stack, 'r', generation)
    for one in (old, new):
        one['r'].t.properties(one['r'].properties_schema, one.context).validate(with_value=True)
    # Two names of one property are none of a stack.
    for one in (old, new):
        one['r'].properties.validate()
    if why_refused(old['r']) is None and why_refused(new['r']) is not None:
        raise why_refused(new['r'])
    return update_decisions.decided_with_calls(old['r'], new['r'], new)


def why_refused(one):
    """Why a class does not take its properties together; what a mock cannot answer says nothing."""
    try:
        one.validate()
    except exception.StackValidationFailed as error:
        return error
    except Exception:
        pass
    return None


def main(wanted):
    resources.initialise()
    update_decisions.without_cloud()
    registry = resources.global_env().registry
    refused = collections.Counter()
    for name in sorted(registry._registry):
        for one, pair, cls in cases_of(registry, name, wanted):
            try:
                outcome, calls, broken = judged(*pair)
            except Exception as error:
                refused['%s: %s' % (type(error).__name__, str(error)[:60])] += 1
                continue
            answer = {'name': one, 'before': pair[0], 'after': pair[1], 'outcome': outcome, 'calls': calls}
            print(json.dumps({**answer, 'broken': broken} if broken else answer), flush=True)
    print(json.dumps({'refused': dict(refused.most_common())}))


def cases_of(registry, name, wanted):
    if not any(one in name for one in wanted):
        return
    for full in full_names(registry, name):
        cls = registry.get_class(full)
        for one, pair in cases(full, cls):
            yield one, pair, cls


def full_names(registry, name):
    """Of a part of the registry, which is a type or leads to types."""
    try:
        info = registry.get_resource_info(name)
    except Exception:
        return
    if type(info).__name__ == 'ClassResourceInfo':
        yield name


if __name__ == '__main__':
    main(sys.argv[1:] or [''])
