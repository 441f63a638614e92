"""Ask the classes of resources about properties: `Resource.validate` in a stack of one resource.

    class_rules.py < QUESTIONS.jsonl     {"type": ..., "properties": {...}} on each line

Prints for each line null, the error, or "cloud" where the class asks a cloud before it has found one. What a constraint
looks up exists, as do image and flavor of a server.
"""

import json
import logging
import sys
import warnings

logging.disable(logging.CRITICAL)
warnings.simplefilter('ignore')

from oslo_config import cfg

from heat.common import config
from heat.common import context
from heat.engine import constraints
from heat.engine import environment
from heat.engine import resource
from heat.engine import resources
from heat.engine import stack as parser
from heat.engine import template
from heat.engine import translation
from heat.engine.resources.openstack.nova import server

assert config
cfg.CONF([], project='heat', default_config_files=[])


class AsksCloud(BaseException):
    pass


class Cloud:
    def __getattr__(self, name):
        def asks(*_, **__):
            raise AsksCloud()
        return asks


constraints.CustomConstraint._is_valid = lambda *_: True
resource.Resource._validate_service_availability = classmethod(lambda *_: None)
resource.Resource.is_service_available = classmethod(lambda *_: (True, None))
resource.Resource.client = lambda *_, **__: Cloud()
resource.Resource.client_plugin = lambda *_, **__: Cloud()
server.Server._validate_image_flavor = lambda *_: None
translation.resolve_and_find = lambda value, *_, **__: value


def answer(asked):
    made = template.Template({'heat_template_version': '2018-08-31', 'resources': {'r': asked}},
                             env=environment.Environment({}))
    ctx = context.RequestContext(project_id='p', user_id='u', username='n', is_admin=False)
    stack = parser.Stack(ctx, 'stack', made)
    try:
        result = stack['r'].validate()
    except AsksCloud:
        return 'cloud'
    except Exception as error:
        return '%s: %s' % (type(error).__name__, error)
    return result and str(result)


def main():
    resources.initialise()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


main()
