"""Ask the classes of resources about properties: `Resource.validate` in a stack of one resource.

    class_rules.py < QUESTIONS.jsonl     {"type": ..., "properties": {...}} on each line

Prints for each line null, the error, or "cloud" where the class asks a cloud before it has found one. What a constraint
looks up exists, as do image and flavor of a server.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.engine import environment
from heat.engine import resources
from heat.engine import stack as parser
from heat.engine import template


def answer(asked):
    made = template.Template({'heat_template_version': '2018-08-31', 'resources': {'r': asked}},
                             env=environment.Environment({}))
    # A resource does not keep its stack alive.
    stack = parser.Stack(cloudless.request(), 'stack', made)
    said = cloudless.ask_class(stack['r'])
    return 'cloud' if said is cloudless.AsksCloud else said


def main():
    resources.initialise()
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


main()
