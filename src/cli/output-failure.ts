/** What was asked for could not be written: a report, a patch. The message says which, and why. */
export class OutputFailure extends Error {}
