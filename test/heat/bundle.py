#!/usr/bin/python3
"""What python-heatclient sends for stacks.

    bundle.py < REQUEST.json

The request is a list of {"template", "environments"}: paths. One line of JSON comes back for each: {"body": {"template", "files",
"environment", "environment_files"}}, as `openstack stack create` puts them together, or {"refused": why}.
Needs Debian's python3-heatclient.
"""

import json
import sys

sys.dont_write_bytecode = True

from heatclient.common import template_utils
from oslo_serialization import jsonutils


def body(request):
    """heatclient/osc/v1/stack.py: CreateStack.take_action"""
    listed = []
    files, template = template_utils.process_template_path(request['template'])
    env_files, env = template_utils.process_multiple_environments_and_files(
        env_paths=request['environments'], env_list_tracker=listed)
    return {
        'template': template,
        'files': dict(list(files.items()) + list(env_files.items())),
        'environment': env,
        'environment_files': listed,
    }


def answer(request):
    try:
        return {'body': json.loads(jsonutils.dumps(body(request)))}
    except (Exception, RecursionError) as error:
        return {'refused': '%s: %s' % (type(error).__name__, str(error)[:200])}


for one in json.load(sys.stdin):
    print(json.dumps(answer(one)), flush=True)
