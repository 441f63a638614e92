#!/usr/bin/python3
"""Compare rewritten templates with their originals by means of OpenStack Heat itself.

    compare.py BEFORE AFTER            one pair
    compare.py --pairs PAIRS.json      a list of [before, after]; `-` reads it from standard input
    compare.py --data-equal ...        the same, but only: do both files hold the same data?
    compare.py --check FILE...         does Heat accept these templates?

Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.  Prints one JSON
object per pair and line (indented for a single pair) and a summary on standard error.  Exit code 0:
all equal; 1: some pair differs, or is invalid only after the rewrite; 2: usage.

`verdict` is equal, differs, before-invalid (Heat refuses the original, so nothing can be asked of the
rewrite) or after-invalid.  Where both could be resolved, `comparison` says equal or differs whatever
the validity.  `differences` count; `tolerated` are those that a rewrite may make (an error that turns
into a value, a mapping that turns into a json parameter, a renamed file).  `typeErrors` are misfits
with the resource types of this Heat release and never count.
"""

import argparse
import json
import logging
import pathlib
import sys

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

import comparing
import reading
import resolving
import samples
import symbols
import validating


def main(arguments):
    options = _options(arguments)
    if options.check:
        return check_all(options.files, options.types)
    pairs = _pairs(options)
    renames = reading.Renames(pairs)
    verdicts = {}
    for before, after in pairs:
        result = _guarded(before, after, renames, options)
        verdicts[result['verdict']] = verdicts.get(result['verdict'], 0) + 1
        if not (options.quiet and result['verdict'] == 'equal' and not result.get('tolerated')):
            print(json.dumps(result, indent=2 if len(pairs) == 1 else None, ensure_ascii=False, default=repr), flush=True)
    print(', '.join('%d %s' % (n, v) for v, n in sorted(verdicts.items())) or 'no pairs', file=sys.stderr)
    return 1 if {'differs', 'after-invalid'} & set(verdicts) else 0


def _options(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('files', nargs='*')
    parser.add_argument('--pairs', metavar='FILE')
    parser.add_argument('--data-equal', action='store_true', help='compare the data, not the meaning')
    parser.add_argument('--check', action='store_true', help='only say whether Heat accepts the files')
    parser.add_argument('--aws', action='store_true', help='read an original that Heat refuses as AWS would')
    parser.add_argument('--only-aws', action='store_true', help='read every original as AWS would, even one that Heat accepts')
    parser.add_argument('--asked', action='store_true',
                        help='new parameters may ask for what only AWS knows: imports, zones')
    parser.add_argument('--no-types', dest='types', action='store_false',
                        help='do not look at resource types, properties and attribute names')
    parser.add_argument('--strict', action='store_true', help='differences that are tolerated count as well')
    parser.add_argument('--allow-new-parameters', action=argparse.BooleanOptionalAction, default=True,
                        help='new json parameters are allowed where the original has mappings (default)')
    parser.add_argument('--quiet', action='store_true', help='leave out pairs that are plainly equal')
    options = parser.parse_args(arguments)
    if not options.check and bool(options.pairs) == bool(options.files):
        parser.error('give --pairs FILE, or BEFORE AFTER, or --check FILE...')
    if options.files and not options.check and len(options.files) != 2:
        parser.error('give exactly BEFORE and AFTER')
    return options


def _pairs(options):
    if not options.pairs:
        return [tuple(options.files)]
    text = sys.stdin.read() if options.pairs == '-' else pathlib.Path(options.pairs).read_text('utf-8')
    return [tuple(pair) for pair in json.loads(text)]


def _guarded(before, after, renames, options):
    result = {'before': before, 'after': after, 'verdict': 'after-invalid', 'differences': [], 'errors': []}
    try:
        work = compare_data if options.data_equal else compare_pair
        work(before, after, renames, options, result)
    except Exception as error:
        # One bad pair must not stop the others; it is never called equal.
        result['errors'].append('comparison failed: %s: %s' % (type(error).__name__, error))
        result['verdict'] = 'differs'
    return result


def compare_data(before, after, renames, options, result):
    """--data-equal: fill `result` for files that must hold the same data."""
    found = comparing.Differences(renames)
    sides = []
    for side, path in (('before', before), ('after', after)):
        try:
            sides.append(reading.plain_data(path))
        except Exception as error:
            result['errors'].append('%s: %s: %s' % (side, type(error).__name__, error))
            result['verdict'] = side + '-invalid'
            return
    found.values('', *sides, 'data')
    _decide(result, found, options.strict)


def compare_pair(before, after, renames, options, result):
    """Fill `result` for one pair: verdict, differences, tolerated, errors, typeErrors."""
    files = {}
    for side, path in (('before', before), ('after', after)):
        try:
            files[side] = _original(path, options) if side == 'before' else reading.TemplateFile(path)
        except reading.Unreadable as error:
            result['errors'].append('%s: %s' % (side, error))
            result['verdict'] = side + '-invalid'
            return
    if files['before'].read_as != 'heat':
        result['beforeReadAs'] = files['before'].read_as
    both = [files['before'].data, files['after'].data]
    folders = [files['after'].path.parent, files['before'].path.parent]
    selects, keys = samples.selected(both)
    symbols.items = samples.items_for(both)
    loaded = {side: resolving.LoadedTemplate(file.data, reading.files_named_by(file.data, folders, renames), keys)
              for side, file in files.items()}
    worlds, errors = _worlds(loaded, both, selects)
    result['errors'] += ['%s: %s' % (side, text) for side in errors for text in errors[side]]
    if worlds is None:
        result['verdict'] = 'before-invalid'
        return
    found = comparing.Differences(renames)
    found.is_aws = files['before'].read_as == 'aws'
    if options.asked:
        found.asked = samples.texts_of_new(loaded['after'], loaded['before'])
    _compare_in_all(found, loaded, worlds, options, result)
    if options.types:
        result['typeErrors'] = _new_type_errors(loaded, worlds[0])
    _decide(result, found, options.strict)
    result['comparison'] = result['verdict']
    if errors['before']:
        result['verdict'] = 'before-invalid'
    elif errors['after']:
        result['verdict'] = 'after-invalid'


def _original(path, options):
    """The original; with --aws, one that Heat refuses is read as AWS would, with --only-aws every one."""
    try:
        file = reading.TemplateFile(path)
    except reading.Unreadable:
        if not (options.aws or options.only_aws):
            raise
        return reading.as_aws(path)
    if options.only_aws or (options.aws and not _acceptable(file)):
        file.read_as_aws()
    return file


def _acceptable(file):
    loaded = resolving.LoadedTemplate(file.data, {})
    unloadable = resolving.attempt(loaded.template)
    return 'heat_template_version' in file.data or not (
        isinstance(unloadable, resolving.Failed) or _errors_alone(loaded))


def _worlds(loaded, both, selects):
    """(worlds, language errors by side); worlds is None when Heat cannot even load the original."""
    errors = {}
    try:
        known = loaded['before'].template().param_schemata()
        after = resolving.attempt(lambda: loaded['after'].template().param_schemata())
        extra = samples.values_for_new(after, known) if isinstance(after, dict) else {}
        worlds = list(samples.worlds(loaded['before'].template(), both, extra))
        first = worlds[0]
    except Exception as error:
        return None, {'before': ['template: %s: %s' % (type(error).__name__, error)],
                      'after': _errors_alone(loaded['after'])}
    for side in loaded:
        errors[side] = validating.language_errors(loaded[side], first)
    conditions = resolving.attempt(lambda: loaded['before'].resolve(first)['conditions'])
    if isinstance(conditions, dict):
        worlds += samples.condition_worlds(first.parameters, conditions, selects)
    return worlds, errors


def _errors_alone(loaded):
    try:
        world = next(iter(samples.worlds(loaded.template(), [loaded.data])))
    except Exception as error:
        return ['template: %s: %s' % (type(error).__name__, error)]
    return validating.language_errors(loaded, world)


def _chooses_from_mapping(data):
    """Whether Fn::Select looks a key up in a mapping that is written out there."""
    if isinstance(data, list):
        return any(_chooses_from_mapping(one) for one in data)
    if not isinstance(data, dict):
        return False
    chosen = data.get('Fn::Select')
    return (isinstance(chosen, list) and len(chosen) == 2 and isinstance(chosen[1], dict)
            or any(_chooses_from_mapping(one) for one in data.values()))


def _compare_in_all(found, loaded, worlds, options, result):
    before, after = loaded['before'].template(), None
    try:
        after = loaded['after'].template()
        data = loaded['before'].data
        mappings = data.get('Mappings') or _chooses_from_mapping(data)
        comparing.compare_parameters(found, resolving.parameters(before), resolving.parameters(after),
                                     options.allow_new_parameters and (
                                         result.get('beforeReadAs') or ('aws' if options.asked else mappings)),
                                     _unused_descriptions(loaded['before'].data))
        found.values('description', *(side[side.DESCRIPTION] for side in (before, after)), 'declaration')
    except Exception as error:
        result['errors'].append('after: %s: %s' % (type(error).__name__, error))
        found.add('value-to-error', 'template', 'loads', resolving.Failed(error), 'declaration')
        return
    for world in worlds:
        found.shape = world.shape
        sides = [resolving.attempt(loaded[side].resolve, world) for side in ('before', 'after')]
        if any(isinstance(side, resolving.Failed) for side in sides):
            found.values('template', *('loads' if isinstance(side, dict) else side for side in sides), world.name)
        else:
            comparing.compare_resolved(found, *sides, world.name)
    result['worlds'] = len(worlds)


def _unused_descriptions(data):
    """Name of a parameter to its ConstraintDescription."""
    declared = data.get('Parameters')
    return {name: one['ConstraintDescription'] for name, one in (declared if isinstance(declared, dict) else {}).items()
            if isinstance(one, dict) and 'ConstraintDescription' in one}


def _new_type_errors(loaded, world):
    """Type errors of both sides: those of both, and those that only one has."""
    sides = {side: resolving.attempt(validating.type_errors, loaded[side], world) for side in loaded}
    before, after = (sides[side] if isinstance(sides[side], list) else [sides[side]] for side in ('before', 'after'))
    return {'both': [text for text in before if text in after],
            'onlyBefore': [text for text in before if text not in after],
            'onlyAfter': [text for text in after if text not in before]}


def _decide(result, found, strict):
    for entry in found.all():
        tolerated = entry['kind'] in comparing.TOLERATED and not strict
        result.setdefault('tolerated', []) if tolerated else None
        result['tolerated' if tolerated else 'differences'].append(entry)
    result['verdict'] = 'differs' if result['differences'] else 'equal'


def check_all(paths, types):
    """--check: one line per file; exit code 1 when Heat refuses any for its language."""
    refused = 0
    for path in paths:
        errors, misfits = _check(path, types)
        refused += bool(errors)
        print('%s %s' % ('refused ' if errors else 'accepted', path))
        for text in errors:
            print('    %s' % text)
        for text in misfits:
            print('    (types) %s' % text)
    print('%d accepted, %d refused' % (len(paths) - refused, refused), file=sys.stderr)
    return 1 if refused else 0


def _check(path, types):
    try:
        file = reading.TemplateFile(path)
        if file.read_as != 'heat':
            return ['read only as %s' % file.read_as], []
        named = reading.files_named_by(file.data, [file.path.parent], reading.Renames([]))
        loaded = resolving.LoadedTemplate(file.data, named)
        worlds = list(samples.worlds(loaded.template(), [file.data]))
        errors = validating.language_errors(loaded, worlds[0])
        return errors, validating.type_errors(loaded, worlds[0]) if types and not errors else []
    except Exception as error:
        return ['%s: %s' % (type(error).__name__, error)], []


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
