/** Metrics of Ceilometer in alarms (Ceilometer release notes, Stein: it has no transformers, and so no rates). */

/** The alarms that ask Gnocchi for what Ceilometer measures, and where they name it. */
export const metricProperties: Readonly<Record<string, string>> = {
  'OS::Aodh::GnocchiAggregationByResourcesAlarm': 'metric',
  'OS::Aodh::GnocchiAggregationByMetricsAlarm': 'metrics',
  'OS::Aodh::GnocchiResourcesAlarm': 'metric',
}

export const ratesEndedIn = 'Stein'

/** The metric behind a rate; undefined for what is no rate. */
export function sourceOfRate(metric: string): string | undefined {
  if (metric === 'cpu_util') return 'cpu'
  const [, plain] = /^((?:disk|network)\.(?:\w+\.){1,3}(?:bytes|requests|packets))\.rate$/.exec(metric) ?? []
  return plain
}
