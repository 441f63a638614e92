"""Ask Heat's schemas about values of properties.

    property_values.py < QUESTIONS.jsonl     {"type": ..., "properties": {...}} on each line

Prints what `Properties.validate` answers for each line: null, or the error. Whatever a constraint looks up in a cloud
exists; translation rules are not applied.
"""

import json
import logging
import sys
import warnings

logging.disable(logging.CRITICAL)
warnings.simplefilter('ignore')

from oslo_config import cfg

from heat.engine import constraints
from heat.engine.constraint import common_constraints
from heat.engine import environment
from heat.engine import properties
from heat.engine import resources

cfg.CONF([], project='heat', default_config_files=[])


def without_cloud(self, value, schema, context):
    known = self.custom_constraint
    if known is None or type(known).__module__ != common_constraints.__name__ or 'Delay' in type(known).__name__:
        return True
    return known.validate(value, context)


constraints.CustomConstraint._is_valid = without_cloud


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
