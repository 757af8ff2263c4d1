// The clock of held seats, the label of the last button, and one submission a form. Pages work without it.

for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    // The first press sends the form; a second one would send it again.
    if (form.dataset.sent === "yes") return event.preventDefault();
    form.dataset.sent = "yes";
    const button = event.submitter;
    if (button && form.dataset.wait && !button.hasAttribute("formaction")) button.textContent = form.dataset.wait;
  });
}
// A page that comes back from the history can be sent again.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

for (const form of document.querySelectorAll("form[data-send]")) form.requestSubmit();

const main = document.querySelector("button[data-button]");
const ways = document.querySelectorAll("input[name=way][data-label]");
const label = () => {
  const chosen = [...ways].find((one) => one.checked);
  if (main && chosen) main.textContent = chosen.dataset.label;
};
for (const way of ways) way.addEventListener("change", label);
label();

const clock = document.querySelector(".clock[data-seconds]");
if (clock) {
  const end = Date.now() + Number(clock.dataset.seconds) * 1000;
  const shown = clock.querySelector("p");
  const spoken = clock.querySelector(".spoken");
  let isSoon = false;
  const tick = () => {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    clock.classList.toggle("soon", left > 0 && left < 120);
    if (left === 0) {
      shown.textContent = clock.dataset.over;
      spoken.textContent = clock.dataset.over;
      const button = clock.querySelector("button");
      if (button) button.textContent = clock.dataset.again;
      return;
    }
    const time = document.createElement("strong");
    time.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    shown.replaceChildren(`${clock.dataset.left} `, time);
    // Said once: a clock that speaks every second cannot be listened to.
    if (left < 120 && !isSoon) {
      isSoon = true;
      spoken.textContent = clock.dataset.soon;
    }
    setTimeout(tick, 1000);
  };
  tick();
}
