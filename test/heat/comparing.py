"""Compare what two templates resolve to.

Differences that only make an error disappear, reorder constraints, follow a renamed file or concern an
attribute before its resource is there are told apart (`kind`), because a rewrite may do these; `value`
and `value-to-error` it may never.
"""

import math
import re

from resolving import Failed

TOLERATED = ('error-to-value', 'error-to-error', 'renamed-file', 'new-parameter', 'constraint-order',
             'constraint-description', 'explicit-dependency', 'null-before-ready', 'description-extended', 'null-for-absent', 'asked')
_TEXT_LIMIT = 600
# The same place differs in many worlds in the same way; a few examples tell enough.
_EXAMPLES = 3


_PROPERTY = re.compile(r'resources\.[^.]+\.properties\.[^.]+$')


def _is_of_aws(value):
    """Whether a value is what only AWS knows: an import, or the name of a zone."""
    if isinstance(value, dict):
        return list(value) == ['Fn::ImportValue']
    return isinstance(value, str) and value.startswith('<<az:')


class Differences:
    """Collects differences over all worlds; each path and pair of values is told once."""

    def __init__(self, renames):
        self._renames = renames
        # The shape of attributes in the world at hand (samples.World.shape).
        self.shape = 'typed'
        # What is asked for by parameters where the original has something of AWS: their values.
        self.asked = frozenset()
        self.is_aws = False
        self._found = {}
        self._compared = set()
        self._examples = {}

    def add(self, kind, path, before, after, world):
        key = (kind, path, repr(before), repr(after))
        if key in self._found:
            self._found[key]['worlds'] += 1
            return
        examples = self._examples.setdefault((kind, path), [])
        if len(examples) == _EXAMPLES:
            examples[0]['worlds'] += 1
            return
        entry = {'kind': kind, 'path': path, 'before': shown(before, after), 'after': shown(after, before),
                 'world': world, 'worlds': 1}
        for side, value in (('before', before), ('after', after)):
            if isinstance(value, Failed):
                entry[side + 'Reason'] = value.reason[:_TEXT_LIMIT]
        examples.append(entry)
        self._found[key] = entry

    def values(self, path, before, after, world):
        """Compare two values deeply, types included (1, 1.0, true and "1" all differ)."""
        if isinstance(before, Failed) or isinstance(after, Failed):
            self._failures(path, before, after, world)
            return
        self._compared.add(path)
        if isinstance(before, dict) and isinstance(after, dict):
            for key in [*before, *(key for key in after if key not in before)]:
                step = '%s.%s' % (path, key) if isinstance(key, str) else '%s.<%r>' % (path, key)
                if _absent(before, key) or _absent(after, key):
                    is_null = self.is_aws and _absent(before, key) and after[key] is None and _PROPERTY.match(step)
                    self.add('null-for-absent' if is_null else 'value', step, *(MISSING if _absent(m, key) else m[key] for m in (before, after)), world)
                else:
                    self.values(step, before[key], after[key], world)
        elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
            # Loops over lists make thousands of items, which are mostly the same.
            if len(before) > 100 and repr(before) == repr(after):
                return
            for index, pair in enumerate(zip(before, after)):
                self.values('%s[%d]' % (path, index), *pair, world)
        elif not _same(before, after):
            self.add(self._kind(before, after), path, before, after, world)

    def _kind(self, before, after):
        if self._renames.same_file(before, after):
            return 'renamed-file'
        if isinstance(after, str) and after in self.asked and _is_of_aws(before):
            return 'asked'
        # Fn::Select makes empty text of an attribute that is not known yet; get_attr leaves it null.
        return 'null-before-ready' if self.shape == 'null' and before == '' and after is None else 'value'

    def _failures(self, path, before, after, world):
        if not isinstance(after, Failed):
            self.add('error-to-value', path, before, after, world)
        elif not isinstance(before, Failed):
            self.add('value-to-error', path, before, after, world)
        elif before != after:
            self.add('error-to-error', path, before, after, world)

    def all(self):
        """Every difference; one behind an error that no world could look behind says `neverCompared`."""
        for entry in self._found.values():
            if entry['kind'].startswith('error-') and entry['path'] not in self._compared:
                entry['neverCompared'] = True
        return list(self._found.values())


class _Missing:
    def __repr__(self):
        return 'missing'


MISSING = _Missing()


def _absent(mapping, key):
    # An entry 1 is not the entry true, though Python finds either by the other.
    return not any(_same(key, own) for own in mapping if own == key)


def _same(one, other):
    if isinstance(one, str) and isinstance(other, str):
        return str.__eq__(one, other)
    if isinstance(one, float) and isinstance(other, float):
        return one == other or (math.isnan(one) and math.isnan(other))
    return type(one) is type(other) and one == other


def shown(value, other):
    """A value for the report; of two long texts, the part around the first difference."""
    if value is MISSING:
        return '(missing)'
    if isinstance(value, str) and len(value) > _TEXT_LIMIT:
        start = 0
        if isinstance(other, str):
            start = next((n for n, pair in enumerate(zip(value, other)) if pair[0] != pair[1]),
                         min(len(value), len(other)))
        start = max(0, start - 80)
        return '(%d characters, from %d) %s' % (len(value), start, value[start:start + _TEXT_LIMIT])
    if isinstance(value, (str, int, float, bool, list, dict, type(None))):
        return value
    return repr(value)


def compare_resolved(found, before, after, world):
    """Compare the results of LoadedTemplate.resolve for one world."""
    values = {side: part['parameter values'] for side, part in (('before', before), ('after', after))}
    common = [name for name in values['before'] if name in values['after']]
    for name in common:
        found.values('parameters.%s.(value)' % name, values['before'][name], values['after'][name], world)
    for name, value in before['conditions'].items():
        found.values('conditions.%s' % name, value, after['conditions'].get(name, MISSING), world)
    found.values('resources.(disabled)', before['disabled'], after['disabled'], world)
    _resources(found, before['resources'], after['resources'], world)
    found.values('outputs', before['outputs'], after['outputs'], world)


def _resources(found, before, after, world):
    for name in [*before, *(name for name in after if name not in before)]:
        path = 'resources.%s' % name
        if name not in before or name not in after:
            found.add('value', path, *('present' if name in side else MISSING for side in (before, after)), world)
            continue
        one, other = dict(before[name]), dict(after[name])
        explicit = one.pop('depends_on'), other.pop('depends_on')
        needs = one.pop('needs'), other.pop('needs')
        found.values(path, one, other, world)
        if isinstance(needs[0], Failed) or isinstance(needs[1], Failed):
            found.values(path + '.(needs)', *needs, world)
        elif needs[0] != needs[1]:
            kind = 'dependency' if explicit[0] != explicit[1] else 'implicit-dependency'
            found.add(kind, path + '.(needs)', *needs, world)
        elif explicit[0] != explicit[1]:
            found.add('explicit-dependency', path + '.depends_on', *explicit, world)


def _extends(text, start, end):
    if not isinstance(text, str) or not isinstance(end, str):
        return False
    return text.strip().startswith((start or '').strip()) and text.strip().endswith(end.strip()[1:])


def _says_where_from(text, start):
    """Whether a description goes on with what AWS looked up, for a parameter that has no default any longer."""
    more = text[len(start or ''):] if text and text.startswith(start or '') else ''
    return re.search('formerly the value of |AWS looked up in Systems Manager$|as AWS resolves it$', more, re.I)


def _descriptions(limits):
    return {limit['description'] for limit in limits} - {None}


def _with_one_description(found, path, limits):
    """The constraints without descriptions where each had the same one before, and some have it after."""
    one, other = limits
    each = len(_descriptions(one)) == 1 and all(limit['description'] is not None for limit in one)
    if not each or _descriptions(one) != _descriptions(other) or all(limit['description'] is not None for limit in other):
        return limits
    found.add('constraint-description', path + '.constraints', *limits, 'declaration')
    return [[{**limit, 'description': None} for limit in side] for side in limits]


def compare_parameters(found, before, after, allow_new, unused=()):
    """Compare declared parameters; `unused` has by name what `ConstraintDescription` says without a constraint.

    New ones are tolerated if `allow_new` is a true value and they are json (they stand for a mapping),
    or if it is 'aws' (they may stand for a region or an account).
    """
    for name, one in before.items():
        path = 'parameters.%s' % name
        if name not in after:
            found.add('value', path, 'present', MISSING, 'declaration')
            continue
        other = dict(after[name])
        one = dict(one)
        limits = one.pop('constraints'), other.pop('constraints')
        if allow_new == 'aws':
            # An AWS type becomes a plain type with a constraint of its kind.
            limits = limits[0], [limit for limit in limits[1] if limit['constraint'] != 'CustomConstraint']
        limits = _with_one_description(found, path, limits)
        said, now = one.get('description'), other.get('description')
        extended = name in unused and _extends(now, said, unused[name])
        if said != now and (extended or allow_new == 'aws' and _says_where_from(now, said)):
            found.add('description-extended', path + '.description', one.pop('description'), other.pop('description'),
                      'declaration')
        found.values(path, one, other, 'declaration')
        if limits[0] == limits[1] and repr(limits[0]) == repr(limits[1]):
            continue
        if sorted(map(repr, limits[0])) == sorted(map(repr, limits[1])):
            found.add('constraint-order', path + '.constraints', *limits, 'declaration')
        else:
            found.values(path + '.constraints', *limits, 'declaration')
    for name in after:
        if name not in before:
            expected = allow_new == 'aws' or (allow_new and after[name]['type'] == 'json')
            found.add('new-parameter' if expected else 'value', 'parameters.%s' % name, MISSING, after[name],
                      'declaration')
