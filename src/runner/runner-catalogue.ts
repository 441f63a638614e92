import { type CatalogueEntry, catalogue } from '../engine/catalogue.ts'

const runnerOnly = {
  'path-not-found': {
    title: 'No such file or directory',
    severity: 'error',
    help: 'Check the spelling; paths are relative to the working directory.',
  },
  'glob-without-match': {
    title: 'Pattern matches no file',
    severity: 'error',
    help: 'Quote the pattern so that the shell leaves it alone, and check whether an ignore file excludes what you mean.',
  },
  'unreadable-file': {
    title: 'File cannot be read',
    severity: 'error',
    help: 'Check the permissions of the file and of the folders above it.',
  },
  'unreadable-directory': {
    title: 'Directory cannot be read',
    severity: 'error',
    help: 'Check its permissions, or leave it out with --ignore.',
  },
  'broken-link': {
    title: 'Symbolic link leads nowhere',
    severity: 'warning',
    help: 'Repair or delete the link, or leave it out with --ignore.',
  },
  'link-not-followed': {
    title: 'Symbolic link leads out of the given paths',
    severity: 'info',
    help: 'Give the target as a path too if it is to be part of the run.',
  },
  'special-file': {
    title: 'Not a regular file',
    severity: 'info',
    help: 'Pipes, sockets and devices are not read; save the content to a file first.',
  },
  'undecodable-name': {
    title: 'File name is not UTF-8',
    severity: 'warning',
    help: 'Rename the file; a name that is not UTF-8 cannot be reported or patched reliably.',
  },
  'file-too-large': {
    title: 'File is too large to be a template',
    severity: 'warning',
    help: 'Leave it out with --ignore.',
  },
  'hard-link': {
    title: 'The file has other names (hard links)',
    severity: 'warning',
    help: 'Files are replaced, so the other names keep the old text. Give them as paths too, or link them anew.',
  },
  'rename-through-link': {
    title: 'The result needs a new name, but the file is given as a symbolic link',
    severity: 'error',
    help: 'Give the path of the real file, and renew the link afterwards.',
  },
  'change-incomplete': {
    title: 'Belongs to a change that cannot be made',
    severity: 'error',
    help: 'Clear what stops the other file; both are changed together or not at all.',
  },
  'changed-on-disk': {
    title: 'File changed while hotshift was running',
    severity: 'error',
    help: 'Run again; what the other program wrote has not been touched.',
  },
  'read-only-file': {
    title: 'File is read-only',
    severity: 'error',
    help: 'Make the file writable (chmod u+w) and run again.',
  },
  'read-only-directory': {
    title: 'Directory is read-only',
    severity: 'error',
    help: 'Files are replaced as a whole, so their directory must be writable.',
  },
  'disk-full': {
    title: 'No space left',
    severity: 'error',
    help: 'Free some space or quota and run again; the original is intact.',
  },
  'write-failed': {
    title: 'File cannot be written',
    severity: 'error',
    help: 'The message of the operating system says why; the original is intact.',
  },
  'unfinished-run': {
    title: 'Another run has not done with this file',
    severity: 'error',
    help: 'Run again with --write: it finishes what a killed run began, or takes it back. While another run is at work, wait for it.',
  },
  'leftover-file': {
    title: 'A file that is named like the temporary files of hotshift',
    severity: 'warning',
    help: 'Look at what it is and where it comes from, then delete it. hotshift neither reads it nor writes to it.',
  },
  interrupted: {
    title: 'Not written because the run was interrupted',
    severity: 'error',
    help: 'Run again; files already written are complete.',
  },
} as const satisfies Readonly<Record<string, CatalogueEntry>>

/** What the runner reports: files that cannot be found, read or written. */
export const runnerCatalogue = {
  ...runnerOnly,
  'target-exists': catalogue['target-exists'],
  'internal-error': catalogue['internal-error'],
}

export type RunnerCode = keyof typeof runnerCatalogue
