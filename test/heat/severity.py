"""Say who stops a deployment: python-heatclient when it reads the files, or Heat when it validates the stack.

    severity.py < CASES.json      [{"template": "/path/t.yaml", "environments": ["/path/e.env", ...]}, ...]

Prints one JSON object per case and line: {"by": "client", "heat" or null, "why": text or null}.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.common import environment_format
from heat.common import template_format
from heat.engine import environment
from heat.engine import resources
from heat.engine import service
from heat.engine import stack as parser
from heat.engine import template
from heatclient.common import template_utils


def main():
    resources.initialise()
    for asked in json.load(sys.stdin):
        by, why = answer(**asked)
        print(json.dumps({'by': by, 'why': why}), flush=True)


def answer(template, environments):
    try:
        files, data = template_utils.get_template_contents(template_file=template)
        more, env = template_utils.process_multiple_environments_and_files(environments)
    except Exception as error:
        return 'client', '%s: %s' % (type(error).__name__, error)
    try:
        validate(json.loads(json.dumps(data)), {**files, **more}, env)
    except cloudless.AsksCloud:
        pass
    except Exception as error:
        return 'heat', '%s: %s' % (type(error).__name__, error)
    return None, None


def validate(data, files, env):
    """As EngineService.create_stack does before it stores anything (`_parse_template_and_validate_stack`)."""
    given = environment.Environment(environment_format.parse(json.dumps(env)) if env else {})
    made = template.Template(data, files=files, env=given)
    if len(made[made.RESOURCES]) > service.cfg.CONF.max_resources_per_stack:
        raise ValueError('more than %d resources' % service.cfg.CONF.max_resources_per_stack)
    stack = parser.Stack(cloudless.request(), 'severity', made)
    stack.validate()


if __name__ == '__main__':
    main()
