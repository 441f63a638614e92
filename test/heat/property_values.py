"""Ask Heat's schemas about values of properties.

    property_values.py < QUESTIONS.jsonl     {"type": ..., "properties": {...}} on each line

Prints what `Properties.validate` answers for each line: null, or the error. Whatever a constraint looks up in a cloud
exists; translation rules are not applied.
"""

import json
import sys

sys.dont_write_bytecode = True

import cloudless

from heat.engine import environment
from heat.engine import properties
from heat.engine import resources

assert cloudless


def main():
    resources.initialise()
    known = environment.Environment({})
    schemas = {}
    for line in sys.stdin:
        asked = json.loads(line)
        name = asked['type']
        if name not in schemas:
            schemas[name] = known.get_class(name).properties_schema
        try:
            properties.Properties(schemas[name], asked['properties']).validate()
            print('null')
        except Exception as error:
            print(json.dumps('%s: %s' % (type(error).__name__, error)))


main()
