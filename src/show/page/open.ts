/**
 * What stands at the address that `hotshift review` prints, before the page itself: it takes the secret out of the
 * fragment, which no server is sent and which no other page can read, and asks for the page with it. A cookie would go to
 * every other port of this host, where somebody else may listen.
 */

import { addressIn } from './address.ts'

/** In the storage of this tab, for this port alone. */
const SESSION = 'hotshift session'

async function begin(): Promise<void> {
  const isToken = location.hash !== '' && addressIn(location.hash) === undefined
  const token = isToken ? location.hash.slice(1) : ''
  // What was used must not be left in the history.
  if (isToken) history.replaceState(null, '', '/')
  if (token !== '') {
    const opened = await fetch('/open', { method: 'POST', headers: { 'x-hotshift-token': token } })
    const text = await opened.text()
    if (!opened.ok) return say(text)
    sessionStorage.setItem(SESSION, text)
  }
  const session = sessionStorage.getItem(SESSION)
  if (session === null) return say('Open the address that hotshift printed. It works once.')
  const page = await fetch('/page', { headers: { 'x-hotshift-session': session } })
  const text = await page.text()
  if (!page.ok) return say(text)
  document.open()
  document.write(text)
  document.close()
}

function say(text: string): void {
  document.body.textContent = text
}

const start = () => void begin().catch((error: unknown) => say(`hotshift review does not answer: ${error}`))
// The address may be entered where its page, without the secret, is already.
addEventListener(
  'hashchange',
  () => location.hash !== '' && addressIn(location.hash) === undefined && start(),
)
start()
