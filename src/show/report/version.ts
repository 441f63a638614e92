import description from '../../../package.json' with { type: 'json' }

/** The version of hotshift. */
export const version: string = description.version

/** The name under which npm knows it. */
export const packageName: string = description.name
