import {
  acceptedHelp,
  type Mapping,
  offeredHelp,
  rewriteTemplate,
} from '../../../src/engine/authoring/authoring.ts'
import { findGateways, type Gateway } from './gateways.ts'
import { waitsForItself, withoutGateway } from './into-router.ts'

export const modernizeRouterGateways = rewriteTemplate(
  {
    title: 'Move gateways into their routers',
    description:
      'Writes `OS::Neutron::RouterGateway` as `external_gateway_info` of its router, on request, if the template has the router and nothing else refers to the gateway.',
    references: ['heat/engine/resources/openstack/neutron/router.py: RouterGateway, Router.EXTERNAL_GATEWAY'],
    safety: 'lossy',
    keeps: 'what Heat translates',
    readsRegistry: true,
    kinds: 'hot',
    mentions: 'RouterGateway',
  },
  ({ root: before, isAccepted, report, change, registers }) => {
    if (ofGateways.some(registers)) return before
    let root = before
    for (const found of findGateways(root)) {
      const next = 'why' in found ? undefined : withoutGateway(root, found)
      const problem = 'why' in found ? found.why : problemOf(next ?? root, found)
      const what = `the gateway "${found.name}" is in its own resource`
      const isMoved = isAccepted('router-gateway') && problem === undefined
      const help = isMoved ? acceptedHelp('router-gateway') : undefined
      const offer = problem === undefined ? offeredHelp('router-gateway') : undefined
      report(
        'router-gateway',
        found.entry,
        isMoved ? `accepted: ${what}` : remark(what, problem),
        help ?? offer,
      )
      if (!isMoved || next === undefined) continue
      change(found.entry, `Move the gateway "${found.name}" into its router`)
      root = next
    }
    return root
  },
)

const ofGateways = ['OS::Neutron::RouterGateway', 'OS::Neutron::Router']

/** What the gateway waited for may itself wait for the router. */
function problemOf(root: Mapping, gateway: Gateway): string | undefined {
  return waitsForItself(root, gateway) ? 'the router would wait for itself' : undefined
}

function remark(what: string, problem: string | undefined): string {
  return problem === undefined ? what : `${what}, and stays there: ${problem}`
}
