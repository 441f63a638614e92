import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { withAbsoluteLinks } from '../../bin/published-readme.mjs'
import { anchorOf } from '../../bin/site/contents.ts'
import { handbook, ROOT, withoutFences } from './handbook.ts'

const pages = handbook()

function anchors(path: string): readonly string[] {
  const text = pages.find((page) => page.path === path)?.text ?? ''
  return [...withoutFences(text).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))
}

/** What is wrong with the links of a page. */
function deadLinks(path: string, text: string): readonly string[] {
  const links = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : join(dirname(path), file)
      if (!existsSync(join(ROOT, target))) return true
      return anchor !== undefined && !anchors(target).includes(anchor)
    })
    .map((link) => `${path}: ${link}`)
}

describe('links in the documentation', () => {
  it('finds dead ones', () => {
    expect(
      deadLinks('README.md', '[a](docs/none.md) [b](CHANGELOG.md#none) [c](CHANGELOG.md#added)\n'),
    ).toEqual(['README.md: docs/none.md', 'README.md: CHANGELOG.md#none'])
  })

  it('lead somewhere', () => {
    expect(pages.flatMap(({ path, text }) => deadLinks(path, text))).toEqual([])
  })

  it('of the published README need no repository', () => {
    const readme = pages.find(({ path }) => path === 'README.md')?.text ?? ''
    const text = withAbsoluteLinks(readme, '@acme/shift@1.2.3')
    const page = 'https://unpkg.com/@acme/shift@1.2.3/'
    const links = [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !/^https:/.test(link))).toEqual([])
    expect(links.filter((link) => link.startsWith(page)).length).toBeGreaterThan(20)
    expect(text.replaceAll(page, '')).toBe(readme)
    expect(withAbsoluteLinks('[a](#b)\n```\n[c](d)\n```\n', '1')).toBe('[a](#b)\n```\n[c](d)\n```\n')
  })

  it('reach every page', () => {
    const linked = new Set(
      pages.flatMap(({ path, text }) =>
        [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, link = '']) => join(dirname(path), link)),
      ),
    )
    expect(pages.map(({ path }) => path).filter((path) => path !== 'README.md' && !linked.has(path))).toEqual(
      [],
    )
  })
})
