#!/usr/bin/python3
"""Compare what Heat's resource classes read from two templates, after their own translation rules.

    translate.py ASKED.json            {"pairs": [[before, after], ...], "aliases": {type: type}}; `-` is stdin

The properties of each resource are put through the `translation_rules` of its class (heat.engine.translation),
so that an old name and the one into which Heat translates it give the same.  Members of groups are compared
like resources.  `aliases` are the names of types in Heat's default environment, which Debian leaves out.
Needs Debian's python3-heat; run it with /usr/bin/python3.  Prints one JSON object per pair and line:
`verdict` (equal, differs, before-invalid, after-invalid), `differences`, `errors`, and the `unknown` resources,
whose original type this Heat release does not have, so that they are not compared.  Exit code 0: all equal; 1: not; 2: usage.
"""

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
import translating


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    text = sys.stdin.read() if arguments[0] == '-' else pathlib.Path(arguments[0]).read_text('utf-8')
    asked = json.loads(text)
    translating.know(asked['aliases'])
    equal = True
    for before, after in asked['pairs']:
        result = {'before': before, 'after': after, 'verdict': 'equal', 'differences': [], 'errors': [],
                  'unknown': []}
        side = 'before'
        try:
            loaded = [_loaded(before)]
            side = 'after'
            loaded.append(_loaded(after))
            _compare(loaded, reading.Renames([(before, after)]), result)
        except Exception as error:
            result['errors'].append('%s: %s' % (type(error).__name__, error))
            result['verdict'] = side + '-invalid'
        print(json.dumps(result, ensure_ascii=False, default=repr), flush=True)
        equal = equal and result['verdict'] == 'equal'
    return 0 if equal else 1


def _loaded(path):
    """(the template, its data); raises what Heat raises about it."""
    data = reading.TemplateFile(path).data
    loaded = resolving.LoadedTemplate(data, {})
    translating.resources(loaded.stack(next(iter(samples.worlds(loaded.template(), [data]))))[1])
    return loaded, data


def _compare(loaded, renames, result):
    (before, _), (after, _) = loaded
    found = comparing.Differences(renames)
    for world in _worlds(before, [data for _, data in loaded]):
        found.shape = world.shape
        stacks = [one.stack(world)[1] for one in (before, after)]
        result['unknown'] = unknown = translating.unknown(stacks[0])
        sides = [{name: read for name, read in translating.resources(stack).items() if name not in unknown}
                 for stack in stacks]
        found.values('resources', *sides, world.name)
    result['differences'] = found.all()
    if result['differences']:
        result['verdict'] = 'differs'


def _worlds(loaded, both):
    # Attributes that are not known yet are read again when they are, before anything is made of them.
    worlds = [world for world in samples.worlds(loaded.template(), both) if world.shape != 'null']
    conditions = resolving.attempt(lambda: loaded.resolve(worlds[0])['conditions'])
    if isinstance(conditions, dict):
        more = samples.condition_worlds(worlds[0].parameters, conditions, False)
        worlds += [world for world in more if world.shape != 'null']
    return worlds


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
