// The tabs, for the mouse and the arrow keys.

const tabs = Array.from(document.querySelectorAll("[role=tab]"));
const panelOf = (tab) => document.getElementById(tab.getAttribute("aria-controls"));

export function openTab(name) {
  for (const tab of tabs) {
    const isOpen = panelOf(tab).id === name;
    tab.setAttribute("aria-selected", String(isOpen));
    tab.tabIndex = isOpen ? 0 : -1;
    panelOf(tab).hidden = !isOpen;
  }
}

function move(event) {
  const now = tabs.indexOf(event.currentTarget), last = tabs.length - 1;
  const to = { ArrowRight: now === last ? 0 : now + 1, ArrowLeft: now === 0 ? last : now - 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  tabs[to].click();
  tabs[to].focus();
}

for (const tab of tabs) {
  tab.onclick = () => openTab(panelOf(tab).id);
  tab.onkeydown = move;
}
openTab("live");
