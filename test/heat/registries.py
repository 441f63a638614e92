#!/usr/bin/python3
"""What types resolve to with the registry of an environment, asked of Heat itself.

Reads one JSON object per line from standard input, {"registry": ..., "types": [...]}, and prints for each a list with what each
type is: the class, or the template. null where Heat does not find it.
Needs Debian's python3-heat (developed with 19.0.0).
"""

import json
import logging
import sys

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.engine import environment
from heat.engine import resources

resources.initialise()


def resolved(registry, name):
    try:
        info = environment.Environment({'resource_registry': registry}).registry.get_resource_info(name)
    except (Exception, RecursionError):
        return None
    return str(info.value)


for line in sys.stdin:
    asked = json.loads(line)
    print(json.dumps([resolved(asked['registry'], name) for name in asked['types']]))
