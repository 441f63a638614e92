"""Writes src/heat/facts/descriptions.jsonl: what the installed Heat says of its resource types.

    python3 test/heat/descriptions.py src/heat/facts/resource-types.jsonl > src/heat/facts/descriptions.jsonl

The texts are those of the classes, of their properties with the keys within them, and of their attributes: what Heat's
own page about each type shows. Types and members that resource-types.jsonl does not have are left out.
"""
import inspect
import json
import logging
import re
import sys
from importlib import metadata

from oslo_config import cfg

logging.disable(logging.CRITICAL)
cfg.CONF([], project='heat', default_config_files=[])

from heat.common import exception  # noqa: E402
from heat.engine import attributes, environment, properties, resources  # noqa: E402


def line(text):
    """On one line, with the literals of reStructuredText as Markdown has them."""
    return re.sub(r'\s+', ' ', str(text)).strip().replace('``', '`')


def paragraphs(doc):
    """Of a docstring; a literal block is a paragraph that is indented by four blanks, as in Markdown."""
    found = []
    for block in re.split(r'\n[ \t]*\n', inspect.cleandoc(doc)):
        if block.startswith(' '):
            code = inspect.cleandoc('\n' + block).splitlines()
            shown = '\n'.join(('    ' + each).rstrip() for each in code)
            if found and found[-1].startswith('    '):
                found[-1] += '\n\n' + shown
            else:
                found.append(shown)
        else:
            found.append(re.sub(r'::$', ':', line(block)))
    return found


def of_schema(path, one, known, found):
    """Texts by path: `networks` for a property, `networks[]` for an item of it, `networks[].port` for a key of that."""
    if one.description:
        found[path] = line(one.description)
    inner = one.schema
    if inner is None:
        return
    if '*' in inner and len(inner) == 1:
        if 'items' in known:
            of_schema(path + '[]', inner['*'], known['items'], found)
        return
    for key in sorted(inner):
        if key in known.get('schema', {}):
            of_schema(path + '.' + key, inner[key], known['schema'][key], found)


def of_type(known, cls):
    own = {'name': known['name']}
    if cls.__doc__:
        own['about'] = paragraphs(cls.__doc__)
    for part, schemata in (
            ('properties', properties.schemata(cls.properties_schema)),
            ('updatePolicy', properties.schemata(cls.update_policy_schema))):
        found = {}
        for name in sorted(schemata):
            if name in known.get(part, {}):
                of_schema(name, schemata[name], known[part][name], found)
        if found:
            own[part] = found
    schemata = attributes.schemata(cls.attributes_schema)
    found = {
        name: line(schemata[name].description)
        for name in sorted(schemata)
        if name in known.get('attributes', {}) and schemata[name].description
    }
    if found:
        own['attributes'] = found
    return own


def main(path):
    resources.initialise()
    registry = resources.global_env().registry
    release = metadata.version('openstack-heat')
    with open(path, encoding='utf-8') as facts:
        types = [json.loads(each) for each in facts.read().splitlines()[1:]]
    source = (
        f'OpenStack Heat {release} (Apache-2.0), heat/engine/resources: docstrings of the classes, descriptions of their '
        'properties and attributes. Written by test/heat/descriptions.py; white space and literals are changed, nothing else.'
    )
    print(json.dumps({'source': source}, separators=(',', ':')))
    for known in types:
        try:
            info = registry.get_resource_info(known['name'])
        except exception.EntityNotFound:
            continue
        if isinstance(info, environment.ClassResourceInfo):
            own = of_type(known, info.get_class())
            if len(own) > 1:
                print(json.dumps(own, separators=(',', ':')))


if __name__ == '__main__':
    main(sys.argv[1])
