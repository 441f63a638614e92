/** The profiles that `--profile` knows. */
export const profiles = ['onap'] as const
