import description from '../../package.json' with { type: 'json' }

/** The version of hotshift. */
export const version: string = description.version
