import { runAsChild } from "../../children.ts";

/** Works until it must end early. */
runAsChild<object, string>(async (_input, signal) => {
  const stopped = new Promise((resolve) => signal.addEventListener("abort", resolve));
  console.log("the child works");
  // Keeps the process alive.
  const timer = setInterval(() => {}, 1000);
  await stopped;
  clearInterval(timer);
  return "so far";
});
