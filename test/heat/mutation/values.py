"""Values for what a template takes from outside: one that suits its use, and variations of it."""

import itertools
import json

import samples
import symbols

_DYNAMIC_NUMBERS = range(6)
_MOST_ALTERNATIVES = 120
_MOST_LITERALS = 24


class Values:
    """Makes values for the inputs in `uses`; `schemata` are the parameters as Heat declares them."""

    def __init__(self, uses, schemata):
        self._uses = uses
        self._schemata = schemata
        self._numbers = {name: 2 + n for n, name in enumerate(schemata)}

    def parameter(self, name):
        """Values that the constraints of a parameter allow, the one that suits its use first."""
        schema = self._schemata[name]
        found = []
        for value in self._raw(name, schema):
            if len(found) == _MOST_ALTERNATIVES:
                break
            if not _among(value, found) and samples.allowed(schema, value):
                found.append(value)
        return found

    def attribute(self, key, resource_type):
        """Values of an attribute, the one that suits its declared type and its use first."""
        cls = symbols.resource_class(resource_type) if isinstance(resource_type, str) else None
        schema = cls.attributes_schema.get(key[2]) if cls else None
        declared = schema.type if schema else None
        use = self._uses.inputs.get(key)
        label = 'attr-%s-%s' % key[1:]
        if declared in ('Integer', 'Number'):
            return [1000 + sum(map(ord, label)), 0, 1]
        if declared == 'Boolean':
            return [True, False]
        kind = {'List': 'list', 'Map': 'map'}.get(declared)
        first = self._suiting(use, label, kind)
        if declared == 'String' and not (use and use.steps):
            others = self._strings(label)
        elif use is None:
            others = ()
        else:
            others = self._variations(first, label)
        return _different([first, *others])

    def file(self, name):
        """Contents of a file: with all placeholders, and others."""
        marks = ' '.join(self._uses.placeholders)
        return ['file %s: %s' % (name, marks), marks, '', 'plain', '%s%s' % (marks, marks), *self._uses.placeholders]

    def _raw(self, name, schema):
        use = self._uses.inputs.get(('parameter', name))
        kind = schema.type.lower()
        allowed = [value for one in schema.constraints for value in getattr(one, 'allowed', None) or ()]
        if kind == 'number':
            yield self._numbers[name]
            yield from allowed
            yield from (one for one in self._uses.literals if _number(one) is not None)
            yield from (0, 1, 2, 3, 0.5, -1, 7, 100)
            yield from samples.NUMBERS
            for one in schema.constraints:
                yield from (bound for bound in (getattr(one, 'min', None), getattr(one, 'max', None)) if bound is not None)
        elif kind == 'boolean':
            default = str(schema.default).lower() in ('true', 't', 'yes', 'y', 'on', '1')
            yield from (not default, default)
        elif kind in ('commadelimitedlist', 'comma_delimited_list'):
            suiting = self._suiting(use, name, 'list')
            if isinstance(suiting, list):
                yield suiting
            yield from self._lists(name, str)
        elif kind == 'json':
            first = self._suiting(use, name, None)
            if not isinstance(first, (dict, list)):
                first = {'key': name, 'list': ['%s-0' % name, '%s-1' % name]}
            default = _parsed(schema.default)
            if isinstance(default, dict) and isinstance(first, dict):
                first = _merged(default, first)
                yield _distinct(first, name)
            yield first
            yield from (one for one in self._variations(first, name) if isinstance(one, (dict, list)))
        else:
            yield from allowed
            yield from self._strings(name)
            yield from samples.raw_choices(name, schema)
            yield from (other.default for other in self._schemata.values() if isinstance(other.default, str))

    def _suiting(self, use, label, kind):
        """A value that has everything that is asked of it, with another text in each place."""
        if use is not None and (use.steps or use.chosen):
            keys = {_number(step) if _number(step) is not None else step: below for step, below in use.steps.items()}
            for name in use.chosen_by:
                schema = self._schemata[name]
                steps = _DYNAMIC_NUMBERS if schema.type.lower() == 'number' else self._keys(name, schema)
                keys.update((step, use.chosen) for step in steps if step not in keys)
            # An attribute that Heat declares as a map is none with a step that looks like an index.
            if keys and kind != 'map' and all(isinstance(key, int) for key in keys):
                return [self._suiting(keys.get(n), '%s-%d' % (label, n), None) for n in range(min(max(keys), 40) + 2)]
            made = {str(key): self._suiting(below, '%s-%s' % (label, key), None) for key, below in keys.items()}
            return {**made, 'other': '%s-other' % label}
        kinds = {kind, *(use.kinds if use else ())}
        if 'list' in kinds:
            return ['%s-%d' % (label, n) for n in range(3)]
        if 'map' in kinds:
            return {key: '%s-%s' % (label, key) for key in ('a', 'b')}
        return label

    def _keys(self, name, schema):
        allowed = [value for one in schema.constraints for value in getattr(one, 'allowed', None) or ()]
        texts = [one for one in self._uses.literals if isinstance(one, str)]
        default = [schema.default] if isinstance(schema.default, str) else []
        return [*default, *allowed, name, *texts][:12]

    def _strings(self, label):
        yield label
        uses = self._uses
        yield from (str(one) for one in uses.literals[:_MOST_LITERALS])
        yield ''
        for mark in (*uses.delimiters, ','):
            if mark:
                yield '%s1%s%s2%s%s1' % (label, mark, label, mark, label)
                yield from (mark, 'x' + mark)
        if uses.placeholders:
            yield '|'.join(uses.placeholders)
            yield from uses.placeholders[:4]
        yield from ('x', '7', '0', 'true', 'a b', json.dumps({'key': label}), json.dumps([label, 'b']))

    def _lists(self, label, item):
        yield ['%s-%d' % (label, n) for n in range(3)]
        texts = [str(one) for one in self._uses.literals if isinstance(one, str)][:_MOST_LITERALS]
        yield from ([one, '%s-1' % label] for one in texts)
        yield from ([], [label], [label, label], [''], ['b', 'a'], ['a', 'b', 'a'])
        yield texts
        for mark in self._uses.delimiters:
            if mark and mark != ',':
                yield ['%s%sx' % (label, mark), 'y']
        if item is not str:
            yield from ([None], [1, '1'], [True, 1], [{'a': label}], [[label]])

    def _maps(self, label):
        texts = [one for one in self._uses.literals if isinstance(one, str)]
        yield {'a': label, **{one: '%s-%s' % (label, one) for one in texts[:_MOST_LITERALS]}}
        # Not all at once: a function may refuse a map that has both of two keys.
        yield from ({one: label, 'a': one} for one in texts[:6])
        yield from ({}, {'a': label}, {'a': label, 'b': 'x', 'c': ''}, {'a': None})
        yield from ({one: label, 'a': one} for one in texts[6:_MOST_LITERALS])

    def _variations(self, value, label):
        """Other values, then the value with one of its places replaced, the places in turn."""
        whole, *below = [self._replacing(value, path, label) for path in _places(value)]
        yield from itertools.islice(whole, 20)
        yield from _in_turn([whole, *below])

    def _replacing(self, value, path, label):
        texts, lists, maps = self._strings(label), self._lists(label, None), self._maps(label)
        kind = type(_at(value, path))
        order = {list: (lists, maps, texts), dict: (maps, lists, texts)}.get(kind, (texts, lists, maps))
        for other in itertools.chain(_in_turn(list(order)), (None, 0, 1, 7, True, 0.5)):
            yield _replaced(value, path, other)


def _in_turn(iterators):
    while iterators:
        left = []
        for one in iterators:
            for value in itertools.islice(one, 1):
                yield value
                left.append(one)
        iterators = left


def _places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, below in items:
        yield from _places(below, (*path, step))


def _at(value, path):
    for step in path:
        value = value[step]
    return value


def _replaced(value, path, other):
    if not path:
        return other
    copied = dict(value) if isinstance(value, dict) else list(value)
    copied[path[0]] = _replaced(value[path[0]], path[1:], other)
    return copied


def _distinct(value, label):
    """The value with another text in each of its places that hold text."""
    if isinstance(value, dict):
        return {key: _distinct(one, '%s-%s' % (label, key)) for key, one in value.items()}
    if isinstance(value, list):
        return [_distinct(one, '%s-%d' % (label, n)) for n, one in enumerate(value)]
    return label if isinstance(value, str) else value


def _parsed(default):
    """A default of a json parameter, which may stand there as text."""
    try:
        return json.loads(default) if isinstance(default, str) else default
    except ValueError:
        return None


def _merged(default, made):
    """The default with all that a template asks of the value, each with a text of its own."""
    merged = dict(default)
    for key, value in made.items():
        if isinstance(merged.get(key), dict) and isinstance(value, dict):
            merged[key] = _merged(merged[key], value)
        else:
            merged.setdefault(key, value)
    return merged


def _number(value):
    """A number, also one in text, or None."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) < 10 else None


def _among(value, others):
    return any(type(one) is type(value) and one == value for one in others)


def _different(values):
    found = []
    for value in values:
        if len(found) == _MOST_ALTERNATIVES:
            break
        if not _among(value, found):
            found.append(value)
    return found
