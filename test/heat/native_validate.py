#!/usr/bin/python3
"""What Heat refuses in templates, without a cloud: the template itself, and each resource with its properties.

    native_validate.py TEMPLATE...

Prints one JSON object: by path the errors.  Constraints that ask a cloud are left out; parameters without a
value are not given, and properties of template resources are not looked at.  Needs Debian's python3-heat (developed with 19.0.0), so run it with /usr/bin/python3.
"""

import json
import logging
import sys
from unittest import mock

sys.dont_write_bytecode = True
logging.disable(logging.CRITICAL)

from heat.common import template_format
from heat.engine import constraints
from heat.engine import environment
from heat.engine import resource
from heat.engine import resources
from heat.engine.resources import template_resource
from heat.engine import stack as stacks
from heat.engine import template


def errors_of(text):
    errors = []
    try:
        made = template.Template(template_format.parse(text), env=environment.Environment())
        context = mock.MagicMock(tenant_id='project', username='user', request_id='r', user_id='u')
        stack = stacks.Stack(context, 'stack', made, stack_id='id', disable_rollback=True, strict_validate=False)
        made.validate()
        stack.dependencies
    except Exception as error:
        return ['template: %s' % error]
    for name in sorted(stack.resources):
        try:
            one = stack[name]
            # What a template resource takes stands in its template, which nobody fetches here.
            if isinstance(one, template_resource.TemplateResource):
                continue
            one.properties.validate(with_value=False)
        except Exception as error:
            errors.append('%s: %s' % (name, error))
    return errors


if __name__ == '__main__':
    resources.initialise()
    with mock.patch.object(stacks.Stack, 'db_resource_get', return_value=None), \
            mock.patch.object(constraints.CustomConstraint, 'validate', lambda *a, **n: None), \
            mock.patch.object(resource.Resource, 'client', lambda *a, **n: mock.MagicMock()):
        found = {}
        for path in sys.argv[1:]:
            with open(path, encoding='utf-8') as file:
                found[path] = errors_of(file.read())
    print(json.dumps(found))
