"""Sample values for parameters, and the worlds in which two templates are compared.

A world is a set of parameter values, a shape for attributes, and possibly conditions held at a
value.  The same worlds serve both templates: parameters and conditions keep their names.
"""

import collections
import re

from heat.engine import constraints

import symbols

World = collections.namedtuple('World', 'name parameters shape conditions')

TEXTS = ('sample-{name}', 'Sample2', 'b2', 'abcd1234', 'ABCD1234', '7', '42', '22', '8080', '65000', '512',
         '10.20.30.40', '10.20.0.0/16', '0.0.0.0/0', 'eu-west-1', 'eu-west-1a', 'true', 'false', 'yes',
         'm1.large', 't2.micro', 'ami-0123456789abcdef0', 'user@example.org', 'host.example.org',
         'https://example.org/a', 'arn:aws:iam::123456789012:role/x', '/srv/data', 'Abcd-1234!', 'x', '')
NUMBERS = (7, '8', 1, 2, 3, 10, 22, 80, 443, 1024, 8080, 65000, 0, 0.5, 5, 20, 100, 500, 1000, 30000, 300, 3600)
# Every world costs one resolution of both templates.
MOST_PARAMETER_SETS = 8
MOST_SINGLE_FLIPS = 6


def worlds(template, data_of_both, extra=None):
    """All worlds for the original, given as Heat's Template.

    `data_of_both` are the parsed texts of both files, searched for what parameters are compared with;
    `extra` are values for parameters that only the rewrite has.
    """
    schemata = template.param_schemata()
    found = _Literals(data_of_both)
    choices = {name: list(_choices(name, schema, found)) for name, schema in schemata.items()}
    needed = {name: values[0] for name, values in choices.items() if schemata[name].default is None and values}
    needed.update(extra or {})
    yield World('defaults', needed, 'typed', None)
    sets = max([len(values) for values in choices.values()] + [0])
    for number in range(min(sets, MOST_PARAMETER_SETS)):
        chosen = {name: values[number % len(values)] for name, values in choices.items() if values}
        chosen.update(extra or {})
        yield World('parameters %d' % (number + 1), chosen, 'typed', None)
    hostile = {name: '|'.join(found.placeholders) for name, schema in schemata.items()
               if schema.type in ('String', 'string') and not schema.constraints}
    if found.placeholders and hostile:
        yield World('placeholders in parameters', {**needed, **hostile}, 'typed', None)
    yield World('no attributes yet', needed, 'null', None)
    if found.selects:
        yield World('attributes hold JSON', needed, 'json', None)


def values_for_new(schemata, known):
    """Values for parameters without default that only the rewrite has: {name: value}.

    One that stands for the region or the account gets what Heat says the region or project is.
    """
    values = {}
    for name, schema in schemata.items():
        if name in known or schema.default is not None:
            continue
        if re.search('region', name, re.I):
            values[name] = 'ap-southeast-1'
        elif re.search('account|project', name, re.I):
            values[name] = symbols.STACK.tenant
        else:
            values[name] = next(iter(raw_choices(name, schema, _Literals([]))))
    return values


def texts_of_new(after, before):
    """All texts that `values_for_new` gives parameters of one loaded template that the other does not have."""
    try:
        values = values_for_new(after.template().param_schemata(), before.template().param_schemata()).values()
    except Exception:
        # Neither is compared then; why is reported where they are loaded.
        return frozenset()
    texts = [text for value in values if isinstance(value, (str, list))
             for text in (value.split(',') if isinstance(value, str) else value)]
    return frozenset([*texts, *(value for value in values if isinstance(value, str))])


def condition_worlds(needed, resolved, selects):
    """Worlds that hold conditions: `resolved` are the values of the default world, by name.

    With `selects` (the templates select from something) attributes that hold JSON are tried too.
    """
    known = {name: value for name, value in resolved.items() if isinstance(value, bool)}
    if not known:
        return
    yield World('conditions flipped', needed, 'typed', {n: not v for n, v in known.items()})
    for shape in ('typed', 'null', 'json') if selects else ('typed', 'null'):
        yield World('conditions all true, %s attributes' % shape, needed, shape, dict.fromkeys(known, True))
        yield World('conditions all false, %s attributes' % shape, needed, shape, dict.fromkeys(known, False))
    for name in list(known)[:MOST_SINGLE_FLIPS]:
        yield World('condition %s flipped' % name, needed, 'typed', {**known, name: not known[name]})


class _Literals:
    """What a template compares or combines with parameters: literals, map keys, placeholders."""

    def __init__(self, datas):
        self.compared = collections.defaultdict(list)
        self.keys = ['key']
        self.placeholders = []
        self.selects = False
        self._maps = {}
        for data in datas:
            self._maps.update(data.get('Mappings') or {} if isinstance(data.get('Mappings'), dict) else {})
        for data in datas:
            self._walk(data)

    def _walk(self, data):
        if isinstance(data, list):
            for item in data:
                self._walk(item)
        elif isinstance(data, dict):
            if len(data) == 1:
                self._call(*next(iter(data.items())))
            for value in data.values():
                self._walk(value)

    def _call(self, function, arguments):
        if function in ('Fn::Replace', 'str_replace'):
            table = arguments.get('params') if isinstance(arguments, dict) else (arguments or [None])[0]
            if isinstance(table, dict):
                self.placeholders += [key for key in table if isinstance(key, str) and key.isprintable()
                                      and key not in self.placeholders]
        if not isinstance(arguments, list):
            return
        if function in ('Fn::Equals', 'equals') and len(arguments) == 2:
            for one, other in (arguments, arguments[::-1]):
                if not isinstance(other, (dict, list)):
                    self._compare(one, [other])
        elif function == 'Fn::FindInMap' and len(arguments) == 3:
            table = self._maps.get(arguments[0]) if isinstance(arguments[0], str) else None
            if isinstance(table, dict):
                self._compare(arguments[1], list(table))
                self._compare(arguments[2], [key for row in table.values() if isinstance(row, dict) for key in row])
        elif function == 'Fn::Select' and len(arguments) == 2:
            self.selects = True
            if isinstance(arguments[0], str):
                self.keys.append(arguments[0])
            self._compare(arguments[1], ['["one", "two"]'])

    def _compare(self, call, literals):
        if isinstance(call, dict) and len(call) == 1:
            function, name = next(iter(call.items()))
            if isinstance(name, list) and name:
                name = name[0]
            if function in ('Ref', 'get_param') and isinstance(name, str):
                self.compared[name] += [value for value in literals if value not in self.compared[name]]


def items_for(datas):
    """How many items a list needs for every literal index to find one, and another one to be there."""
    largest, still = 1, list(datas)
    while still:
        value = still.pop()
        if isinstance(value, dict):
            still.extend(value.values())
        elif isinstance(value, list):
            still.extend(value)
        elif isinstance(value, (int, str)) and not isinstance(value, bool) and str(value).isdecimal():
            if int(value) < 100:
                largest = max(largest, int(value))
    return largest + 2


def selected(datas):
    """(whether the templates use Fn::Select, the text keys that a JSON text has to hold for them)."""
    found = _Literals(datas)
    return found.selects, list(dict.fromkeys(found.keys))


def _choices(name, schema, found):
    """Values for one parameter that its constraints allow, most telling first, all different from the default."""
    values = [value for value in raw_choices(name, schema, found) if value != schema.default and allowed(schema, value)]
    different = []
    for value in values:
        if value not in different:
            different.append(value)
    if not different and schema.default is None:
        different = list(raw_choices(name, schema, found))[:1]
    return different[:MOST_PARAMETER_SETS]


def raw_choices(name, schema, found=None):
    """Values of the type of a parameter, those that its constraints name first; not all are allowed."""
    found = found or _Literals([])
    for constraint in schema.constraints:
        if isinstance(constraint, constraints.AllowedValues):
            yield from constraint.allowed
    yield from found.compared.get(name, ())
    kind = schema.type.lower()
    if kind == 'number':
        yield from NUMBERS
    elif kind == 'boolean':
        yield from ('false', 'true', True, False)
    elif kind in ('commadelimitedlist', 'comma_delimited_list'):
        yield from ('one-%s,two,three' % name, ['x', 'y', 'z'], '10.0.0.1,10.0.0.2', 'a', '')
    elif kind == 'json':
        yield {**{key: '%s of %s' % (key, name) for key in found.keys}, 'list': ['a', 'b'], 'n': 3}
        yield '{"key": "as text", "list": [1, 2.5, null, true]}'
        yield ['first', 'second']
    else:
        yield from (text.replace('{name}', name) for text in TEXTS[:2])
        yield from _lengths(schema)
        # Other texts only where the first are refused, so that sets stay few.
        if not any(allowed(schema, text.replace('{name}', name)) for text in TEXTS[:2]):
            yield from TEXTS[2:]
            yield from _matching(schema)


def _lengths(schema):
    for constraint in schema.constraints:
        if type(constraint) is constraints.Length:
            yield 'a1' * ((constraint.min or 2) // 2) + 'b' * ((constraint.min or 2) % 2)


def _matching(schema):
    """Texts made from the simple parts of a pattern: literals, classes and counts."""
    for constraint in schema.constraints:
        if isinstance(constraint, constraints.AllowedPattern):
            try:
                yield ''.join(_texts_of(re._parser.parse(constraint.pattern)))
            except Exception:
                continue


def _texts_of(parts):
    for operation, argument in parts:
        operation = str(operation)
        if operation == 'LITERAL':
            yield chr(argument)
        elif operation == 'ANY':
            yield 'x'
        elif operation == 'IN':
            kind, first = argument[0]
            yield {'LITERAL': lambda: chr(first), 'RANGE': lambda: chr(first[0])}.get(
                str(kind), lambda: {'CATEGORY_DIGIT': '5'}.get(str(first), 'w'))()
        elif operation == 'MAX_REPEAT':
            least, _, inner = argument
            yield ''.join(_texts_of(inner)) * max(least, 1)
        elif operation == 'SUBPATTERN':
            yield ''.join(_texts_of(argument[-1]))
        elif operation == 'BRANCH':
            yield ''.join(_texts_of(argument[1][0]))


def allowed(schema, value):
    """Whether the constraints of a parameter take a value; those that ask a cloud always do."""
    try:
        if schema.type.lower() in ('commadelimitedlist', 'comma_delimited_list') and isinstance(value, str):
            value = value.split(',')
        schema.validate_constraints(value, None, [constraints.CustomConstraint])
        return True
    except Exception:
        return False
