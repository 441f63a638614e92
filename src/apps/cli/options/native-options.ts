/** What native types give up without being asked: everybody who changes servers by hand wants them so. */
import type { Option } from '../command.ts'
import { toOption } from './options.ts'

export const strictOption: Option = {
  name: 'strict',
  key: 'nativeStrict',
  group: toOption.group,
  description:
    'Leave servers as they are unless you accept login-user. Without it they become OS::Nova::Server, and their other login user is a warning',
}

/** The codes that `--native` and nativize accept by themselves. */
export function acceptedNatively(isStrict: boolean): readonly string[] {
  return isStrict ? [] : ['login-user']
}
