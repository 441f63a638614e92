"""Worlds in which Heat is asked about a template and a changed one, chosen for the place that changed.

First what everything depends on: the places that depend on the change, the inputs and conditions that
these depend on.  Then a world for each way in which the conditions can come out, and in those that reach
the place one input after the other takes other values; at last inputs take the same value, and all
change at once.
"""

import collections
import itertools
import random

import uses as used
import values as made

World = collections.namedtuple('World', 'name parameters attributes files ready items project')

_SECTIONS = {'Parameters': 'parameters', 'Mappings': 'mappings', 'Conditions': 'conditions',
             'Resources': 'resources', 'Outputs': 'outputs'}
_MOST_PLACES = 12
_MOST_ASSIGNMENTS = 400
_MOST_OUTCOMES = 12
_MOST_VARIATIONS = 240
_RANDOM_WORLDS = 30


def divergence(before, after):
    """The path to the only place where two values differ."""
    if isinstance(before, dict) and isinstance(after, dict) and list(before) == list(after):
        different = [key for key in before if not _same(before[key], after[key])]
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        different = [n for n in range(len(before)) if not _same(before[n], after[n])]
    else:
        return []
    if len(different) != 1:
        return []
    return [different[0], *divergence(before[different[0]], after[different[0]])]


def _same(one, other):
    return repr(one) == repr(other)


class Witnesses:
    """The worlds for one pair of templates; `schemata` are the parameters of both as Heat has them.

    `new` are those that only the changed one declares: they have their defaults, since nobody gave them before.
    """

    def __init__(self, before, after, schemata, new=()):
        self._sides = [{_SECTIONS.get(key, key): value for key, value in side.items() if isinstance(key, str)}
                       for side in (before, after)]
        self._schemata = schemata
        self.path = divergence(*self._sides)
        places, self._is_all = self._places()
        self.uses = used.Uses(schemata, self._section('mappings'), self._conditions())
        self._wanted = []
        self._concerned = {tuple(place[:2]) for place in places[:_MOST_PLACES]}
        for place in places[:_MOST_PLACES]:
            self._use(place)
        self._values = made.Values(self.uses, schemata)
        self._parameters = {name: [schema.default] if name in new and schema.default is not None
                            else self._values.parameter(name) or [schema.default]
                            for name, schema in schemata.items()}
        self._attributes = self._of_attributes()

    def _section(self, name):
        merged = {}
        for side in self._sides:
            section = side.get(name)
            merged.update(section if isinstance(section, dict) else {})
        return merged

    def _conditions(self):
        """Name to the definitions of a condition, which may ask other things on the one side than on the other."""
        found = collections.defaultdict(list)
        for side in self._sides:
            section = side.get('conditions')
            for name, definition in section.items() if isinstance(section, dict) else ():
                found[name].append(definition)
        return found

    def pruned(self, data):
        """A template without what cannot have changed: other outputs, and what other resources have."""
        if self._is_all:
            return data
        made = _alone(data, self.path, [key for key in data if _SECTIONS.get(key, key) == self.path[0]])
        for key, section in made.items():
            name = _SECTIONS.get(key, key)
            if name == 'outputs' and isinstance(section, dict):
                made[key] = {own: one for own, one in section.items() if (name, own) in self._concerned}
            elif name == 'resources' and isinstance(section, dict):
                made[key] = {own: one if (name, own) in self._concerned else _bare(one) for own, one in section.items()}
        return made

    def _places(self):
        """Paths of what depends on the change: a property, an output, a condition; and whether that is everything."""
        path = self.path
        if len(path) >= 2 and path[0] == 'outputs':
            return [path[:2]], False
        if len(path) >= 3 and path[0] == 'resources' and str(path[2]).lower() not in ('type', 'condition'):
            return [path[:4]], False
        everywhere = list(self._everywhere())
        if len(path) < 2:
            return everywhere, True
        if path[0] == 'resources':
            return [path[:2]], True
        changed = {({'parameters': 'parameter', 'mappings': 'mapping', 'conditions': 'condition'}.get(path[0]), path[1])}
        depending = []
        for place in everywhere:
            found = used.Uses(self._schemata, self._section('mappings'), self._conditions())
            self._note(found, place)
            if changed & found.names:
                depending.append(place)
        # Not all that depends on a change is needed to see it, but a condition decides what is there.
        return (depending, False) if depending else (everywhere, True)

    def _everywhere(self):
        for name, resource in self._section('resources').items():
            for key, value in resource.items() if isinstance(resource, dict) else ():
                if isinstance(value, dict) and str(key).lower() in ('properties', 'metadata'):
                    yield from (['resources', name, key, below] for below in value)
                else:
                    yield ['resources', name, key]
        yield from (['outputs', name] for name in self._section('outputs'))

    def _use(self, place):
        self._note(self.uses, place)
        for side in self._sides:
            self._wanted.append(_conditions_on_the_way(side, self.path if place == self.path[:len(place)] else place))

    def _note(self, found, place):
        for side in self._sides:
            section = side.get(place[0])
            whole = section.get(place[1]) if isinstance(section, dict) else None
            for key in ('condition', 'Condition'):
                if isinstance(whole, dict) and key in whole:
                    found.condition(whole[key])
            snippet = _at(side, place)
            if place[-1:] and str(place[-1]).lower() == 'condition':
                found.condition(snippet)
            else:
                found.add(snippet)

    def _of_attributes(self):
        types = {name: one.get('type', one.get('Type')) for name, one in self._section('resources').items()
                 if isinstance(one, dict)}
        return {key: self._values.attribute(key, types.get(key[1]))
                for key in self.uses.inputs if key[0] == 'attribute'}

    def attribute(self, world, key, resource_type):
        """The value of an attribute in a world."""
        if key in world.attributes:
            return world.attributes[key]
        if key not in self._attributes:
            self._attributes[key] = self._values.attribute(key, resource_type)
        return self._attributes[key][0]

    def file(self, world, name):
        """The content of a file in a world."""
        return world.files.get(name, self._values.file(name)[0])

    def base(self):
        """A world in which everything has its default, and what has none a value that suits."""
        needed = {name: values[0] for name, values in self._parameters.items() if self._schemata[name].default is None}
        return World('defaults', needed, {}, {}, True, 3, 'first')

    def worlds(self):
        """All worlds, the most telling first."""
        base = self.base()
        yield base
        inputs = [key[1] for key in self.uses.inputs if key[0] == 'parameter' and key[1] in self._parameters]
        distinct = {**base.parameters, **{name: self._parameters[name][0] for name in inputs}}
        yield base._replace(name='distinct values', parameters=distinct)
        outcomes = self._outcomes(distinct)
        for number, chosen in enumerate(outcomes):
            yield base._replace(name='conditions %d' % number, parameters={**distinct, **chosen})
        reaching = [one for one in outcomes if self._reaches({**distinct, **one})] or outcomes or [{}]
        for number, chosen in enumerate(reaching[:3]):
            world = base._replace(parameters={**distinct, **chosen})
            yield from self._varied(world, number)
        settled = base._replace(parameters={**distinct, **reaching[0]})
        yield settled._replace(name='attributes are not known yet', ready=False)
        yield settled._replace(name='groups have no member', items=0)
        yield settled._replace(name='another project', project='other')
        yield from self._together(settled, inputs)

    def _varied(self, world, number):
        """One input after the other takes each of its values."""
        queues = []
        for key in self.uses.inputs:
            queues.append([world._replace(name='%s is %.60r' % ('.'.join(map(str, key)), value), **{part: changed})
                           for part, changed, value in self._changes(world, key)])
        mixed = (one for turn in itertools.zip_longest(*queues) for one in turn if one is not None)
        yield from itertools.islice(mixed, _MOST_VARIATIONS // (1 + number))

    def _changes(self, world, key):
        if key[0] == 'parameter':
            for value in self._parameters.get(key[1], ()):
                yield 'parameters', {**world.parameters, key[1]: value}, value
            if key[1] in world.parameters and self._schemata[key[1]].default is not None:
                yield 'parameters', {name: one for name, one in world.parameters.items() if name != key[1]}, 'its default'
        elif key[0] == 'attribute':
            for value in self._attributes[key]:
                yield 'attributes', {**world.attributes, key: value}, value
        else:
            for value in self._values.file(key[1]):
                yield 'files', {**world.files, key[1]: value}, value

    def _together(self, world, inputs):
        """Inputs with one value, and all inputs at random."""
        for one, other in itertools.islice(itertools.combinations(inputs, 2), 40):
            for value in self._parameters[one][:6]:
                if value in self._parameters[other] or self._schemata[one].type == self._schemata[other].type:
                    yield world._replace(name='%s is %s' % (one, other),
                                         parameters={**world.parameters, one: value, other: value})
        if not self.uses.inputs:
            return
        choose = random.Random(0)
        for number in range(_RANDOM_WORLDS):
            parameters, attributes = dict(world.parameters), {}
            for key in self.uses.inputs:
                if key[0] == 'parameter' and self._parameters.get(key[1]):
                    parameters[key[1]] = choose.choice(self._parameters[key[1]][:12])
                elif key[0] == 'attribute':
                    attributes[key] = choose.choice(self._attributes[key][:8])
            yield world._replace(name='at random %d' % number, parameters=parameters, attributes=attributes)

    # Conditions

    def _outcomes(self, values):
        """Values for parameters, one set for each way in which the conditions come out."""
        names = list(dict.fromkeys(name for pair in self.uses.equals for name in _named(pair, self._schemata)))
        if not names:
            return []
        choices = {name: self._choices_for(name, values) for name in names}
        found = {}
        for chosen in _assignments(choices):
            outcome = tuple(_equal(pair, {**values, **chosen}, self._schemata) for pair in self.uses.equals)
            if outcome not in found:
                found[outcome] = chosen
            if len(found) == 4 * _MOST_OUTCOMES:
                break
        sets = list(found.values())
        # Those that reach the place are worth most.
        sets.sort(key=lambda chosen: not self._reaches({**values, **chosen}))
        return sets[:_MOST_OUTCOMES]

    def _choices_for(self, name, values):
        literals = [one for pair in self.uses.equals for one in pair if not isinstance(one, (dict, list))]
        allowed = self._parameters[name]
        named = [one for one in allowed if one in literals or str(one) in map(str, literals)]
        default = self._schemata[name].default
        return made._different([values.get(name, default), default, *named, *allowed[:4]])

    def _reaches(self, values):
        conditions = [side.get('conditions') if isinstance(side.get('conditions'), dict) else {} for side in self._sides]
        for number, wanted in enumerate(self._wanted):
            known = conditions[number % 2]
            if all(_holds(one, values, known, self._schemata) in (outcome, None) for one, outcome in wanted):
                return True
        return False


def _alone(data, path, keys):
    """The data without what stands beside the change in plain mappings and lists, in an output or property."""
    if len(path) < 4 or path[0] not in ('outputs', 'resources') or not keys:
        return dict(data)
    section, name = data[keys[0]], path[1]
    changed = {**section[name], path[2]: _spine(section[name][path[2]], path[3:])}
    return {**data, keys[0]: {**section, name: changed}}


def _spine(value, path):
    if path and isinstance(value, dict) and len(value) > 1:
        # With one entry alone it might become a function.
        return {key: _spine(one, path[1:]) if key == path[0] else None for key, one in value.items()}
    if path and isinstance(value, list):
        return [_spine(value[path[0]], path[1:])]
    # An entry by itself may be a function.
    return value


def _bare(resource):
    """A resource with what others may ask of it, and whether it is there."""
    if not isinstance(resource, dict):
        return resource
    return {key: value for key, value in resource.items() if key in ('type', 'Type', 'condition', 'Condition')}


def _at(data, path):
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _conditions_on_the_way(side, path):
    """The conditions that have to come out in some way for a place to be reached: [(condition, outcome)]."""
    wanted, data = [], side
    for depth, step in enumerate(path):
        if depth == 2 and isinstance(data, dict):
            wanted += [(data[key], True) for key in ('condition', 'Condition') if key in data]
        if isinstance(data, list) and depth and path[depth - 1] in used.IFS and data and step in (1, 2):
            wanted.append((data[0], step == 1))
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            break
    return wanted


def _named(snippet, schemata):
    """Names of parameters that a snippet refers to."""
    found = used.Uses(schemata, {}, {})
    found.add(snippet)
    return [key[1] for key in found.inputs if key[0] == 'parameter']


def _assignments(choices):
    """Combinations of choices: all of them if they are few, else each by itself, then at random."""
    total = 1
    for one in choices.values():
        total *= len(one)
    if total <= _MOST_ASSIGNMENTS:
        for chosen in itertools.product(*choices.values()):
            yield dict(zip(choices, chosen))
        return
    first = {name: one[0] for name, one in choices.items()}
    for name, one in choices.items():
        for value in one:
            yield {**first, name: value}
    choose = random.Random(1)
    for _ in range(_MOST_ASSIGNMENTS):
        yield {name: choose.choice(one) for name, one in choices.items()}


def _holds(condition, values, conditions, schemata, depth=0):
    """What a condition comes to, or None where this cannot tell; Heat has the last word."""
    if isinstance(condition, bool):
        return condition
    if depth > 20:
        return None
    if isinstance(condition, str):
        return _holds(conditions.get(condition), values, conditions, schemata, depth + 1)
    if not (isinstance(condition, dict) and len(condition) == 1):
        return None
    function, arguments = next(iter(condition.items()))
    if function in used.EQUALS and isinstance(arguments, list) and len(arguments) == 2:
        return _equal(arguments, values, schemata)
    if function == 'Condition':
        return _holds(arguments, values, conditions, schemata, depth + 1)
    if function not in used.CONDITION_FUNCTIONS:
        return None
    parts = [_holds(one, values, conditions, schemata, depth + 1)
             for one in (arguments if isinstance(arguments, list) else [arguments])]
    if None in parts:
        return None
    return {'and': all, 'or': any, 'not': lambda found: not found[0]}[function.removeprefix('Fn::').lower()](parts)


def _equal(pair, values, schemata):
    one, other = (_value(operand, values, schemata) for operand in pair)
    return None if _UNKNOWN in (one, other) else one == other


_UNKNOWN = ('unknown',)


def _value(operand, values, schemata):
    """What an operand of `equals` comes to, as far as it is a parameter or a literal."""
    if not isinstance(operand, dict):
        return operand
    if len(operand) != 1:
        return _UNKNOWN
    function, arguments = next(iter(operand.items()))
    path = arguments if isinstance(arguments, list) else [arguments]
    if function not in ('get_param', 'Ref') or not isinstance(path[0], str) or path[0] not in schemata:
        return _UNKNOWN
    value = values.get(path[0], schemata[path[0]].default)
    for step in path[1:]:
        try:
            value = value[int(step) if isinstance(value, list) else step]
        except (KeyError, IndexError, TypeError, ValueError):
            return _UNKNOWN
    kind = schemata[path[0]].type.lower()
    if len(path) == 1 and kind == 'boolean':
        return str(value).lower() in ('true', 't', 'yes', 'y', 'on', '1')
    if len(path) == 1 and kind == 'number' and made._number(value) is not None:
        return made._number(value)
    return value
