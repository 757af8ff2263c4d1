/** Time zones that the service accepts, of those that this browser knows: `Area/City`, and UTC. */
export const zones = [...Intl.supportedValuesOf("timeZone").filter((zone) => /^(?!Etc\/)\w+\//.test(zone)), "UTC"];
