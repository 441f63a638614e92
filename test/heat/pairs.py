"""Ask Heat about small templates with the files beside them: what it refuses, and what it makes of the values.

    pairs.py < PAIRS.json      [{"files": {"t.yaml": ..., "env.yaml": ..., ...}}, ...]

Prints one JSON object per template and line: {"refused": text or null, "values": {...}}. `t.yaml` is the template, with the
defaults of its parameters and what `env.yaml` gives, and `env2.yaml` after it; other files are there by the names that the template has for them.
Classes are asked until they ask a cloud (cloudless.py). Values are those before any resource exists.
"""

import json
import re
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.common import environment_format
from heat.common import environment_util
from heat.common import template_format
from heat.engine import environment
from heat.engine import function
from heat.engine import resources
from heat.engine import stack as parser
from heat.engine import template


def main():
    resources.initialise()
    for asked in json.load(sys.stdin):
        print(json.dumps(answer(asked['files']), default=repr), flush=True)


def answer(files):
    try:
        stack = started(files)
    except Exception as error:
        return refusal(error)
    for name, one in stack.items():
        said = cloudless.ask_class(one) if one.external_id is None else None
        if said is not None and said is not cloudless.AsksCloud:
            return {'refused': 'resources.%s: %s' % (name, said), 'values': {}}
    return {'refused': None, 'values': values(stack)}


def started(files):
    # Clients send templates as JSON, whose keys are strings.
    data = json.loads(json.dumps(template_format.parse(files['t.yaml'])))
    environments = sorted(name for name in files if re.fullmatch(r'env\d*\.yaml', name))
    beside = {name: text for name, text in files.items() if name != 't.yaml' and name not in environments}
    made = template.Template(data, files=beside)
    given = environment_format.default_for_missing({}) or {section: {} for section in environment_format.SECTIONS}
    environment_util.merge_environments(environments, files, given, made.all_param_schemata(beside))
    made.env = environment.Environment(given)
    stack = parser.Stack(cloudless.request(), 'pair', made)
    made.validate()
    stack.validate(validate_res_tmpl_only=True)
    return stack


def refusal(error):
    return {'refused': '%s: %s' % (type(error).__name__, error), 'values': {}}


def values(stack):
    found = {}
    for name, one in stack.items():
        properties = one.t._properties or {}
        for key in properties:
            found['resources.%s.%s' % (name, key)] = attempt(lambda: function.resolve(properties[key]))
        found['resources.%s.metadata' % name] = attempt(lambda: one.t.metadata())
    for name, one in stack.outputs.items():
        found['outputs.%s' % name] = attempt(lambda: one.get_value())
    for name, one in stack.parameters.params.items():
        if '::' not in name:
            found['parameters.%s' % name] = attempt(lambda: one.value())
            found['shown.%s' % name] = str(one)
    made = stack.t.conditions(stack) if hasattr(stack.t, 'CONDITIONS') else None
    for name in stack.t._get_condition_definitions() if made is not None else ():
        found['conditions.%s' % name] = attempt(lambda: made.is_enabled(name))
    return found


def attempt(compute):
    try:
        return compute()
    except Exception as error:
        return 'error: %s' % error


if __name__ == '__main__':
    main()
