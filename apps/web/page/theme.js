// Light or dark: what the system says, until the button is pressed.

const KEY = "theme", button = document.getElementById("theme"), root = document.documentElement;
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** Storage may be forbidden: then the choice lasts as long as the page. */
function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function store(theme) {
  try {
    localStorage.setItem(KEY, theme);
  } catch {}
}

const isDark = () => (root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";
const tell = () => button.setAttribute("aria-pressed", String(isDark()));

if (stored()) root.dataset.theme = stored();
button.onclick = () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  store(root.dataset.theme);
  tell();
};
systemIsDark.onchange = tell;
tell();
