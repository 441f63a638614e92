/** A package as SDC sees it: the files of an archive, the manifest that it makes, templates, environments. */
import type { Mapping } from '../../text/document/node.ts'
import { type ManifestItem, type ManifestReading, readManifestFile } from './manifest-file.ts'
import { proposedItems } from './proposed-manifest.ts'
import type { SdcFile } from './sdc-file.ts'
import { arrange, type Listed, type Structure, withChildren } from './structure.ts'
import { modelProblems, readSdcTemplate, type SdcTemplate } from './template.ts'
import { calledFiles } from './text-scan.ts'
import { readYamlFile, type YamlReading } from './yaml-file.ts'

export const manifestName = 'MANIFEST.json'

/** A template, with the environment that the manifest gives it. */
export interface TemplateInUse {
  readonly listed: Listed
  readonly template: SdcTemplate
  readonly environment: SdcFile | undefined
}

export class SdcPackage {
  /** By name, in the order of the paths; without the manifest, and without what lies in folders. */
  readonly files: ReadonlyMap<string, SdcFile>
  readonly inFolders: readonly SdcFile[]
  readonly manifestFile: SdcFile | undefined
  /** Undefined without a file. */
  readonly manifest: ManifestReading | undefined
  /** What is known of the files: that of the manifest, or what would stand in one. */
  readonly items: readonly ManifestItem[]
  readonly called: ReadonlySet<string>
  readonly structure: Structure
  readonly #readings = new Map<string, YamlReading>()
  readonly #templates = new Map<string, SdcTemplate | undefined>()

  constructor(files: readonly SdcFile[]) {
    const here = files.filter(({ name }) => !name.includes('/'))
    this.inFolders = files.filter(({ name }) => name.includes('/'))
    this.manifestFile = here.find(({ name }) => name === manifestName)
    this.files = new Map(here.flatMap((one) => (one === this.manifestFile ? [] : [[one.name, one] as const])))
    this.manifest =
      this.manifestFile === undefined ? undefined : readManifestFile(this.manifestFile.text ?? '')
    this.called = new Set(
      [...this.files.values()].flatMap(({ name, text = '' }) =>
        /\.ya?ml$/.test(name) ? [...calledFiles(text)] : [],
      ),
    )
    const items = this.manifest !== undefined && 'items' in this.manifest ? this.manifest.items : undefined
    this.items = items ?? proposedItems(this).items
    this.structure = arrange(this.items, new Set(this.files.keys()), this.called)
  }

  /** All that the manifest of SDC's own making lists. */
  get listed(): readonly Listed[] {
    return withChildren(this.structure.listed)
  }

  /** The templates that SDC validates, readable or not. */
  get templatesListed(): readonly Listed[] {
    return this.listed.filter(({ type, file }) => isTemplateType(type) && this.files.has(file))
  }

  /** A file as YAML. */
  yaml(file: SdcFile): YamlReading {
    let reading = this.#readings.get(file.name)
    if (reading === undefined) {
      reading = readYamlFile(file.text ?? '')
      this.#readings.set(file.name, reading)
    }
    return reading
  }

  /** A template, where SDC can read it. */
  template(name: string): SdcTemplate | undefined {
    if (!this.#templates.has(name)) this.#templates.set(name, this.#read(name))
    return this.#templates.get(name)
  }

  #read(name: string): SdcTemplate | undefined {
    const file = this.files.get(name)
    if (file?.text === undefined) return undefined
    const { root, problems } = this.yaml(file)
    const isRead = root !== undefined && problems.length === 0 && modelProblems(root).length === 0
    return isRead ? readSdcTemplate(name, file.path, root) : undefined
  }

  /** The templates that SDC can read, once each. */
  get templates(): readonly TemplateInUse[] {
    const seen = new Set<string>()
    return this.templatesListed.flatMap((listed) => {
      const template = this.template(listed.file)
      if (template === undefined || seen.has(listed.file)) return []
      seen.add(listed.file)
      return [{ listed, template, environment: this.#environmentOf(listed) }]
    })
  }

  #environmentOf({ children }: Listed): SdcFile | undefined {
    const listed = children.find(({ type }) => type === 'HEAT_ENV')
    return listed === undefined ? undefined : this.files.get(listed.file)
  }

  /** The tree of an environment; undefined where it is no YAML mapping. */
  environmentRoot(file: SdcFile): Mapping | undefined {
    return this.yaml(file).root
  }
}

export function isTemplateType(type: string): boolean {
  return type === 'HEAT' || type === 'HEAT_NET' || type === 'HEAT_VOL'
}
