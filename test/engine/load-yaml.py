"""Loads YAML as Heat does; see heat/common/template_format.py.

Reads a JSON list of [name, text] and writes the JSON list of "name: error" for what cannot be loaded.
"""
import json
import sys

import yaml

Loader = getattr(yaml, 'CSafeLoader', yaml.SafeLoader)
errors = []
for name, text in json.load(sys.stdin):
    try:
        yaml.load(text, Loader)
    except yaml.YAMLError as error:
        errors.append('%s: %s' % (name, str(error).replace('\n', ' ')))
json.dump(errors, sys.stdout)
