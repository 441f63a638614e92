/**
 * Addresses of files as python-heatclient makes them: `heatclient/common/utils.py`, and `urllib.parse.urljoin` and
 * `urllib.request.pathname2url` of Python, which it calls.
 */

/** The address of a file or folder by its absolute path, with `/`. */
export function fileUrl(path: string): string {
  return `file://${path.split('/').map(quoted).join('/')}`
}

function quoted(name: string): string {
  return encodeURIComponent(name).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Where a name leads from a file, as its address; undefined for what is no file of this machine, or may be read in two ways. */
export function joinedUrl(base: string, name: string): string | undefined {
  const path = /^file:\/\//i.test(name) ? name.slice('file://'.length) : name
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || path.startsWith('//') || /[?#]/.test(path) || path === '')
    return undefined
  const above = base.slice('file://'.length).split('/').slice(0, -1)
  const [first = '', ...steps] = path.startsWith('/') ? path.split('/') : [...above, ...path.split('/')]
  const last = steps.pop() ?? ''
  const resolved: string[] = [first]
  for (const step of [...steps.filter((one) => one !== ''), last]) {
    if (step === '..') resolved.splice(Math.max(1, resolved.length - 1), 1)
    else if (step !== '.') resolved.push(step)
  }
  return `file://${resolved.join('/')}`
}

/** The path that an address leads to, absolute; undefined where its escapes are none. */
export function pathOfUrl(url: string): string | undefined {
  try {
    return decodeURIComponent(url.slice('file://'.length))
  } catch {
    return undefined
  }
}
