/** Files and their addresses, as the editor and the system have them. */
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** @param file absolute */
export function addressOf(file: string): string {
  return pathToFileURL(file).href
}

/** @param path relative to a folder, as findings have it */
export function addressIn(folder: string, path: string): string {
  return addressOf(resolve(folder, path))
}

/** The file that an address leads to; undefined for what was never saved, and for another machine's. */
export function fileAt(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    // An address of another machine.
    return undefined
  }
}

/** The address of what a document names, relative to it; undefined for what has a scheme of its own. */
export function addressBeside(uri: string, name: string): string | undefined {
  const file = fileAt(uri)
  return file === undefined || /^\w+:\/\//.test(name) ? undefined : addressOf(resolve(dirname(file), name))
}
