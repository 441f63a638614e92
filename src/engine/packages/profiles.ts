/** The profiles that `--profile` knows. */
export const profiles = ['onap', 'sdc'] as const

export type Profile = (typeof profiles)[number]
