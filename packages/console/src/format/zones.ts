/** Time zones that this browser knows and the service accepts: `Area/City`, and UTC. */
export const zones = [...Intl.supportedValuesOf("timeZone").filter((zone) => /^(?!Etc\/)\w+\//.test(zone)), "UTC"];
