# SPDX-License-Identifier: MIT
"""Which sources and tests the build knows: a test that is not among them never runs."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent


def registered_files(cmake_lists):
    """Returns the paths of all files that the given CMakeLists.txt name, or match with file(GLOB).
    The tests of web/ that need no browser are those that vitest includes."""
    registered = set()
    for cmake in cmake_lists:
        text = re.sub(r"#[^\n]*", "", cmake.read_text())
        variables = {"CMAKE_SOURCE_DIR": str(ROOT), "CMAKE_CURRENT_SOURCE_DIR": str(cmake.parent)}
        variables.update(re.findall(r'\bset\((\w+) "([^"]*)"\)', text))
        variables.setdefault("src", str(ROOT / "src"))

        def expand(word):
            while (expanded := re.sub(r"\$\{(\w+)\}", lambda name: variables.get(name[1], "?"),
                                      word)) != word:
                word = expanded
            return word

        for word in re.findall(r"[\w${}./-]+\.(?:cpp|py)\b", text):
            registered.add((cmake.parent / expand(word)).resolve())
        for pattern in re.findall(r'file\(GLOB \w+ CONFIGURE_DEPENDS "([^"]*_test\.\w+)"\)', text):
            path = pathlib.Path(expand(pattern))
            registered.update(found.resolve() for found in path.parent.glob(path.name))
    return registered | page_tests()


def page_tests():
    """Returns what `npm test` runs: the patterns of web/vite.config.js."""
    web = ROOT / "web"
    included = re.search(r'include: \["([^"]*)"\]', (web / "vite.config.js").read_text()).group(1)
    patterns = [included]
    if several := re.fullmatch(r"(.*)\{(.*)\}", included):
        patterns = [several.group(1) + suffix for suffix in several.group(2).split(",")]
    return {path.resolve() for pattern in patterns for path in web.glob(pattern)
            if "node_modules" not in path.parts}
