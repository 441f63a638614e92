"""Renders sources with Jinja2: JSON on standard input, a list of what each gives, null where it fails."""
import json
import sys

import jinja2

asked = json.load(sys.stdin)


def rendered(source, trims):
    environment = jinja2.Environment(trim_blocks=trims, keep_trailing_newline=True)
    environment.filters['to_json'] = json.dumps  # as Ansible's
    try:
        values = json.loads(json.dumps(asked['values']))
        return environment.from_string(source).render(values)
    except Exception:
        return None


json.dump([rendered(one['source'], one['trims']) for one in asked['sources']], sys.stdout)
